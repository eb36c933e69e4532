import type { Ability, ChainAdapter, Network } from '@latchkey/plugin-api'
import { calm, demand, demandTyped, rules, settled, show, until } from '../check.js'
import { silentNode, unreachable } from './answers.js'
import {
  anyAddress,
  loaded,
  stranger,
  withNode,
  type AdapterSubject,
  type Loaded,
} from './subject.js'

const NOT_ABILITIES = ['parseAddress', 'formatAddress', 'addressOn', 'picture']
/** All abilities of the contract, with the members of those that are not functions. */
const PARTS: Readonly<Record<Ability, readonly string[]>> = {
  balance: [],
  assets: [],
  sign: [],
  typedData: [],
  send: ['submit', 'watch'],
  calls: [],
  capabilities: [],
  estimate: [],
  write: [],
  permissions: ['grant', 'revoke'],
  nameLookup: ['resolve', 'reverse'],
  describe: [],
  read: [],
}
const ABI = [
  { type: 'function', name: 'ping', stateMutability: 'nonpayable', inputs: [], outputs: [] },
]

type Call = (
  adapter: ChainAdapter,
  on: {
    address: string
    account: ReturnType<typeof stranger>
    network: Network
    signal?: AbortSignal
  },
) => Promise<unknown> | undefined
/** One call of each ability that asks a node. */
const READING: Readonly<Record<string, Call>> = {
  balance: (adapter, { address, network, signal }) =>
    adapter.balance?.({ address, network, ...(signal && { signal }) }),
  estimate: (adapter, { address, ...on }) => adapter.estimate?.({ ...on, to: address, value: 1n }),
  read: (adapter, { network, signal }) =>
    adapter.read?.({ network, method: 'latchkey_nobodySpeaksForThis', ...(signal && { signal }) }),
  'nameLookup.resolve': (adapter, { network, signal }) =>
    adapter.nameLookup?.resolve('alice.example', network, signal),
  'nameLookup.reverse': (adapter, { address, network, signal }) =>
    adapter.nameLookup?.reverse(address, network, signal),
}
const SIGNING: Readonly<Record<string, Call>> = {
  sign: (adapter, on) => adapter.sign?.({ ...on, message: 'hello' }),
  typedData: (adapter, on) => adapter.typedData?.({ ...on, data: {} }),
}
const SENDING: Readonly<Record<string, Call>> = {
  send: (adapter, { address, ...on }) => adapter.send?.submit({ ...on, to: address, value: 1n }),
  calls: (adapter, on) => adapter.calls?.({ ...on, calls: [] }),
  write: (adapter, { address, ...on }) =>
    adapter.write?.({ ...on, address, abi: ABI, functionName: 'ping' }),
}
const ASKING: Readonly<Record<string, Call>> = {
  assets: (adapter, on) => adapter.assets?.(on),
  capabilities: (adapter, on) => adapter.capabilities?.(on),
  'permissions.grant': (adapter, on) => adapter.permissions?.grant({ ...on, permissions: {} }),
  'permissions.revoke': (adapter, on) => adapter.permissions?.revoke({ ...on, permissions: {} }),
}

/** Calls every ability that the adapter has, where it has a network. */
async function everyCall(
  on: Loaded,
  calls: Readonly<Record<string, Call>>,
  run: (name: string, call: (signal?: AbortSignal) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { adapter, network, registration } = on
  if (!network) return
  const [address] = [anyAddress(on)]
  for (const [name, call] of Object.entries(calls)) {
    if (registration.abilities.includes(name.split('.')[0] as Ability))
      await run(name, async (signal) =>
        call(adapter, {
          address,
          account: stranger(on, address),
          network,
          ...(signal && { signal }),
        }),
      )
  }
}
// No node answers here, so that a node cannot answer in place of a wallet.
const demandStranger = (calls: Readonly<Record<string, Call>>) =>
  withNode(unreachable, (on) =>
    everyCall(on, calls, async (name, call) =>
      demandTyped(
        `${name} for an account of no connection`,
        await settled(name, () => call(AbortSignal.timeout(5_000)), 8_000),
      ),
    ),
  )

const declared = rules<AdapterSubject>('abilities', {
  'has every ability that it declares': loaded(({ registration, adapter }) => {
    for (const ability of registration.abilities)
      demand(adapter[ability] !== undefined, `it declares "${ability}" and cannot do it`)
  }),
  'declares every ability that it has': loaded(({ registration, adapter }) => {
    for (const name in adapter) {
      const isDeclared =
        NOT_ABILITIES.includes(name) || (registration.abilities as readonly string[]).includes(name)
      demand(
        isDeclared || adapter[name as Ability] === undefined,
        `it can do "${name}" and does not declare it`,
      )
    }
  }),
  'names abilities that the contract knows, each once': loaded(
    ({ registration: { abilities } }) => {
      for (const ability of abilities)
        demand(Object.hasOwn(PARTS, ability), `"${ability}" is not an ability of the contract`)
      demand(
        new Set(abilities).size === abilities.length,
        `an ability is declared twice: ${abilities.join(', ')}`,
      )
    },
  ),
  'has each ability in the form that the contract gives it': loaded(
    ({ registration: { abilities }, adapter }) => {
      for (const ability of abilities) {
        const value = adapter[ability] as unknown
        const parts = PARTS[ability] ?? []
        const isRight = parts.length
          ? parts.every(
              (part) =>
                typeof (value as Readonly<Record<string, unknown>> | undefined)?.[part] ===
                'function',
            )
          : typeof value === 'function'
        demand(
          isRight,
          `"${ability}" is not ${parts.length ? `an object with ${parts.join(' and ')}` : 'a function'}`,
        )
      }
    },
  ),
  'offers sending by default only with the ability to send': loaded(
    ({ registration: { abilities, sendByDefault } }) =>
      demand(
        !sendByDefault || abilities.includes('send'),
        'it registers sendByDefault without the ability "send"',
      ),
  ),
  'has a label in plain words': loaded(({ registration: { label } }) => {
    demand(
      label === undefined ||
        (typeof label === 'string' &&
          label.trim() === label &&
          label.length > 0 &&
          label.length <= 40 &&
          !/[<>&\p{Cc}]/u.test(label)),
      `label ${show(label)} cannot be shown`,
    )
  }),
})

const strangers = rules<AdapterSubject>('without a wallet', {
  'refuses to sign for an account of no connection': demandStranger(SIGNING),
  'refuses to send for an account of no connection': demandStranger(SENDING),
  'asks no wallet for an account of no connection': demandStranger(ASKING),
})

const isOut = ({ kind }: { kind: string }): boolean => kind === 'fetch' || kind === 'socket'

const cancelling = rules<AdapterSubject>('cancelling', {
  'asks no node when it is cancelled beforehand': loaded((on) =>
    everyCall(on, READING, async (name, call) => {
      // The plugin's own requests come first.
      await on.kernel.ports.late.load()
      await calm(8)
      const before = on.world.ledger.acts.filter(isOut).length
      const outcome = await settled(name, () => call(AbortSignal.abort()))
      demand(
        'thrown' in outcome,
        `${name} answered although its signal was aborted before anybody could`,
      )
      demandTyped(`${name} when it is cancelled`, outcome)
      demand(
        on.world.ledger.acts.filter(isOut).length === before,
        `${name} asked a node although its signal was aborted already`,
      )
    }),
  ),
  'stops reading when it is cancelled while the node says nothing': withNode(silentNode, (on) =>
    everyCall(on, READING, async (name, call) => {
      const controller = new AbortController()
      const before = on.world.ledger.acts.filter(isOut).length
      let over = false
      const reading = settled(name, () => call(controller.signal), 15_000).finally(
        () => void (over = true),
      )
      await until(
        `${name} asks its node`,
        () => over || on.world.ledger.acts.filter(isOut).length > before,
        10_000,
      )
      await calm()
      controller.abort()
      demandTyped(`${name} when it is cancelled`, await reading)
    }),
  ),
  'signs and sends nothing when it is cancelled beforehand': loaded((on) =>
    everyCall(on, { ...SIGNING, ...SENDING, ...ASKING }, async (name, call) => {
      demandTyped(
        `${name} when it is cancelled`,
        await settled(name, () => call(AbortSignal.abort())),
      )
    }),
  ),
  'stops watching when it is cancelled': withNode(silentNode, async ({ adapter, network }) => {
    if (!adapter.send || !network) return
    const controller = new AbortController()
    const watching = settled('send.watch', async () => {
      for await (const status of adapter.send!.watch(
        { id: 'nothing', kind: 'transaction' },
        { network, signal: controller.signal },
      ))
        demand(status, 'a status is missing')
    })
    await calm()
    controller.abort()
    const outcome = await watching
    if ('thrown' in outcome) demandTyped('send.watch when it is cancelled', outcome)
  }),
})

export const abilityChecks = [...declared, ...strangers, ...cancelling]
