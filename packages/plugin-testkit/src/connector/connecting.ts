import type { Account, Caip2, Scopes } from '@latchkey/plugin-api'
import { namespaceOf } from '@latchkey/plugin-api'
import { calm, demand, demandTyped, freeze, isSame, rules, settled, show } from '../check.js'
import {
  isAtRest,
  join,
  link,
  needsUser,
  request,
  scene,
  type ConnectorSubject,
} from './subject.js'

const accountsOf = (scopes: Scopes): readonly (Account & { scope: string })[] =>
  Object.entries(scopes).flatMap(([scope, { accounts }]) =>
    accounts.map((account) => ({ ...account, scope })),
  )
const linked = (
  look: (scopes: Scopes, on: Parameters<Parameters<typeof scene>[0]>[0]) => void | Promise<void>,
) =>
  scene(async (on) => {
    const connection = await link(on)
    await look(connection.scopes, on)
    await connection.release()
  })

const answering = rules<ConnectorSubject>('connecting', {
  'connects by the kernel without a failure': scene(async (on) => {
    await join(on)
    demand(!on.world.faults.length, on.world.faults.join('; '))
    demand(!isAtRest(on), 'connected, and the namespace is still disconnected')
  }),
  'returns a connection that names its connector': scene(async (on) => {
    const { connectorId, id } = await link(on)
    demand(connectorId === on.connector.id, `the connection names connector "${connectorId}"`)
    demand(
      typeof id === 'string' && id.length > 0 && id.length <= 300,
      `the connection has the id ${show(id)}`,
    )
  }),
  'shows at least one account': linked((scopes) =>
    demand(accountsOf(scopes).length, 'the connection has no account'),
  ),
  'keeps each account in the scope of its namespace': linked((scopes, { connector }) => {
    for (const { scope, namespace } of accountsOf(scopes))
      demand(
        connector.namespaces.includes(scope) && namespace === scope,
        `an account of ${namespace} stands in scope ${scope}`,
      )
  }),
  'gives each account a key of its own': linked((scopes) => {
    for (const [namespace, { accounts }] of Object.entries(scopes)) {
      for (const { key } of accounts)
        demand(typeof key === 'string' && key, 'an account has no key')
      demand(
        new Set(accounts.map(({ key }) => key)).size === accounts.length,
        `two accounts of ${namespace} have the same key`,
      )
    }
  }),
  'gives each account a type, and a path and a public key as the contract spells them': linked(
    (scopes) => {
      for (const { type, publicKey, path } of accountsOf(scopes)) {
        demand(typeof type === 'string' && type, `an account has the type ${show(type)}`)
        demand(
          publicKey === undefined || /^([0-9a-f]{2})+$/i.test(publicKey),
          `public key ${show(publicKey)} is not hexadecimal without prefix`,
        )
        demand(
          path === undefined || /^m(\/\d+['h]?)*$/.test(path),
          `path ${show(path)} is no BIP-32 path`,
        )
      }
    },
  ),
  'shows addresses that their adapter accepts': linked(async (scopes, { kernel }) => {
    for (const { scope, address } of accountsOf(scopes)) {
      const adapter = await kernel.ports.adapter(scope)
      const outcome = await settled('parseAddress', () => adapter.parseAddress(address))
      demand(
        'value' in outcome,
        `the adapter of ${scope} refuses ${show(address)}, which the wallet answered`,
      )
    }
  }),
  'names the networks and methods of its scopes': linked((scopes) => {
    for (const [namespace, { networks, methods, network, accounts, selected }] of Object.entries(
      scopes,
    )) {
      const known = [
        ...(networks === 'any' ? [] : networks),
        ...(network ? [network] : []),
        ...accounts.flatMap((account) => account.networks ?? []),
      ]
      for (const id of known)
        demand(
          namespaceOf(id) === namespace && id.length > namespace.length + 1,
          `network ${show(id)} stands in scope ${namespace}`,
        )
      demand(
        methods === 'any' ||
          (Array.isArray(methods) &&
            methods.every((method) => typeof method === 'string' && method)),
        `methods of ${namespace} are not names`,
      )
      demand(
        selected === undefined || accounts.some(({ key }) => key === selected),
        `the selected account ${show(selected)} of ${namespace} is none of its accounts`,
      )
    }
  }),
  'names its steps': scene(async (on) => {
    const steps: unknown[] = []
    await link(on, { onStep: (step) => void steps.push(step.step) })
    for (const step of steps)
      demand(typeof step === 'string' && step, `a step is called ${show(step)}`)
  }),
})

const asking = rules<ConnectorSubject>(
  'connecting',
  {
    'asks the user once': scene(async (on) => {
      await join(on)
      demand(
        on.wallet.prompts() === 1,
        `the wallet asked its user ${on.wallet.prompts()} times for one connection`,
      )
    }),
  },
  needsUser,
)

const repeated = rules<ConnectorSubject>('connecting', {
  'has the same id and the same keys when it is connected again': scene(async (on) => {
    const first = await link(on)
    const keys = accountsOf(first.scopes).map(({ key }) => key)
    await first.release()
    const second = await link(on)
    demand(
      second.id === first.id,
      `connected again, it is called "${second.id}", not "${first.id}"`,
    )
    demand(
      isSame(
        accountsOf(second.scopes).map(({ key }) => key),
        keys,
      ),
      `connected again, its accounts have other keys: ${accountsOf(second.scopes)
        .map(({ key }) => key)
        .join()}`,
    )
  }),
  'answers two connects at once': scene(async (on) => {
    const both = await Promise.all(
      [1, 2].map(() => settled('connect', () => on.kernel.connect(on.connector.id))),
    )
    for (const outcome of both)
      if ('thrown' in outcome) demandTyped('one of two connects at once', outcome)
    demand(
      both.some((outcome) => 'value' in outcome),
      'of two who connect at once nobody does',
    )
    demand(
      on.kernel.ports.connections.get().connections.length === 1,
      `after two connects at once there are ${on.kernel.ports.connections.get().connections.length} connections`,
    )
  }),
  'answers, or refuses, when no network is asked for': scene(async (on) => {
    const outcome = await settled('connect without networks', () =>
      on.connector.connect(request(on, { networks: [] })),
    )
    if ('thrown' in outcome) demandTyped('connect without networks', outcome)
    else await outcome.value.release()
  }),
  'leaves the networks unchanged': scene(async (on) => {
    await link(on, { networks: freeze(structuredClone(request(on).networks)) })
  }),
  'says in a typed error that the wallet is gone': scene(async (on) => {
    on.uninstall()
    const outcome = await settled('connect without a wallet', () =>
      on.connector.connect(request(on)),
    )
    if ('thrown' in outcome) demandTyped('connect without a wallet', outcome)
  }),
})

/** Requests with methods that nobody has and networks that do not exist. */
const requests = rules<ConnectorSubject>('requests', {
  'refuses a method that no plugin allows': scene(async (on) => {
    await join(on)
    const before = on.wallet.prompts()
    const [network] = request(on).networks
    for (const method of ['latchkey_nobodySpeaksForThis', '__proto__', '']) {
      demandTyped(
        `request ${show(method)}`,
        await settled('request', () =>
          on.kernel.ports.connections.request({ network: network!.id, method }),
        ),
        'rpc.method_not_allowed',
      )
    }
    demand(on.wallet.prompts() === before, 'a method that nobody speaks for reached the wallet')
  }),
  'refuses an unknown request with a typed error': scene(async (on) => {
    const connection = await link(on)
    const [network] = request(on).networks
    for (const params of [undefined, null, [], {}, 'x', [null]]) {
      demandTyped(
        'a request that no wallet knows',
        await settled('request', () =>
          connection.request({
            network: network!.id,
            method: 'latchkey_nobodySpeaksForThis',
            params,
          }),
        ),
      )
    }
  }),
  'refuses a network that it is not on': scene(async (on) => {
    const connection = await link(on)
    for (const network of [
      'nowhere:1',
      `${on.connector.namespaces[0]}:unheard-of`,
      '',
      ':',
      '__proto__',
    ]) {
      demandTyped(
        `a request on ${show(network)}`,
        await settled('request', () =>
          connection.request({ network: network as Caip2, method: 'latchkey_nobodySpeaksForThis' }),
        ),
      )
    }
  }),
  'refuses a request that is cancelled beforehand': scene(async (on) => {
    const connection = await link(on)
    const [network] = request(on).networks
    const cancelled = (method: string) =>
      settled(method, () =>
        connection.request({ network: network!.id, method, signal: AbortSignal.abort() }),
      )
    const { methods } = on.kernel.ports.adapters.find(on.connector.namespaces[0]!)!.value.session
    for (const method of methods) demandTyped(`${method}, cancelled`, await cancelled(method))
    // A wallet refuses this method. If it is asked anyway, its refusal is an unhandled rejection.
    demandTyped(
      'a request that no wallet knows, cancelled',
      await cancelled('latchkey_nobodySpeaksForThis'),
    )
  }),
  'asks no wallet for a request that is cancelled beforehand': scene(async (on) => {
    const connection = await link(on)
    const [network] = request(on).networks
    const before = on.wallet.prompts()
    const { methods } = on.kernel.ports.adapters.find(on.connector.namespaces[0]!)!.value.session
    const cancelAll = async (): Promise<void> => {
      for (const method of methods) {
        const outcome = await settled(method, () =>
          connection.request({ network: network!.id, method, signal: AbortSignal.abort() }),
        )
        demandTyped(`${method}, cancelled`, outcome)
        demand(
          outcome.thrown.code !== 'wallet.user_rejected',
          `${method} was cancelled beforehand, and the wallet was asked all the same`,
        )
      }
      await calm()
      demand(
        on.wallet.prompts() === before,
        'a request that was cancelled beforehand made the wallet ask its user',
      )
    }
    await cancelAll()
    // From now on the wallet throws this error in the call itself, also from a method that does not
    // prompt.
    on.wallet.blurt?.({ code: 4001, message: 'The wallet was asked.' })
    await cancelAll()
  }),
  'answers every method that it is asked for, whatever its parameters': scene(async (on) => {
    const connection = await link(on)
    const [network] = request(on).networks
    const { methods } = on.kernel.ports.adapters.find(on.connector.namespaces[0]!)!.value.session
    for (const method of methods) {
      for (const params of [undefined, null, [], {}, ['x', {}], { x: 1 }]) {
        const outcome = await settled(
          `${method} with odd parameters`,
          () =>
            connection.request({
              network: network!.id,
              method,
              params,
              signal: AbortSignal.timeout(5_000),
            }),
          8_000,
        )
        if ('thrown' in outcome) demandTyped(`${method} with odd parameters`, outcome)
      }
    }
  }),
})

export const connectingChecks = [...answering, ...asking, ...repeated, ...requests]
