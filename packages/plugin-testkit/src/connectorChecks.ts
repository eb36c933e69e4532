import type { Kernel } from '@latchkey/kernel'
import type { Connection, Connector, ConnectRequest, Dispose } from '@latchkey/plugin-api'
import { calm, demand, demandTyped, isSame, settled, show, type Check } from './check.js'
import { inWorld, type PluginOptions, type PluginSubject, type World } from './world.js'

/** A wallet that does what a test says. */
export interface WalletBench {
  /** Puts the wallet where the connector finds it, accepting everything; gives it back. */
  install(): Dispose
  /** What it does from now on when it is asked to connect: agree, throw this, or say nothing. */
  behave(how: 'accept' | 'silence' | { reject: unknown }): void
  /** How often it asked its user, since it was installed. */
  prompts(): number
  /** Agrees now to all that it kept silent about. */
  answerLate(): void
  /** Listeners that are on it. */
  listeners(): number
}
export interface ConnectorOptions extends PluginOptions {
  /** Id of the connector once the wallet is there. */
  connectorId: string
  wallet: WalletBench
}
export interface ConnectorSubject extends PluginSubject {
  options: ConnectorOptions
}
type ConnectorCheck = Check<ConnectorSubject>

interface Scene {
  world: World
  kernel: Kernel
  connector: Connector
  wallet: WalletBench
}
const withConnector = (subject: ConnectorSubject, run: (scene: Scene) => Promise<void>): Promise<void> => {
  const { wallet, connectorId, page } = subject.options
  const install = (): Dispose => {
    const [clear, uninstall] = [page?.(), wallet.install()]
    wallet.behave('accept')
    return () => {
      uninstall()
      clear?.()
    }
  }
  return inWorld({ ...subject, options: { ...subject.options, page: install } }, async (world) => {
    const kernel = world.create(subject.make())
    await kernel.ready
    await kernel.ports.late.load()
    await calm()
    const connector = kernel.ports.connectors.find(connectorId)?.value
    demand(connector, `no connector "${connectorId}" after start`)
    await run({ world, kernel, connector, wallet })
  })
}

const request = ({ kernel, connector }: Scene, more: Partial<ConnectRequest> = {}): ConnectRequest => ({
  networks: kernel.ports.networks.get().map(({ value }) => value).filter(({ namespace }) => connector.namespaces.includes(namespace)),
  silent: false,
  signal: new AbortController().signal,
  onStep: () => undefined,
  ...more,
})
const isAtRest = ({ kernel, connector }: Scene): boolean => {
  const { attempt, namespaces } = kernel.ports.connections.get()
  return !attempt && connector.namespaces.every((namespace) => (namespaces[namespace]?.status ?? 'disconnected') === 'disconnected')
}

const introduces: ConnectorCheck = {
  group: 'all',
  name: 'says what it is without touching the wallet',
  run: (subject) => withConnector(subject, async ({ connector, wallet, kernel }) => {
    const { name, icon, namespaces, kind } = connector
    demand(typeof name === 'string' && name.trim() && name.length <= 200, `name ${show(name)} cannot be shown`)
    demand(icon === undefined || /^(data:image\/|https:\/\/)/.test(icon), `icon ${show(icon)} is neither data:image/ nor https`)
    demand(['announced', 'injected', 'external', 'auth', 'walletConnect'].includes(kind), `kind ${show(kind)} is not known`)
    demand(namespaces.length && namespaces.every((namespace) => kernel.ports.adapters.find(namespace)), `namespaces ${namespaces.join()} have no adapter`)
    const availability = connector.availability()
    demand(['installed', 'available', 'missing', 'unavailable'].includes(availability), `availability() answered ${show(availability)}`)
    for (let turn = 0; turn < 3; turn++) await connector.prepare?.(new AbortController().signal)
    demand(wallet.prompts() === 0, 'the wallet asked its user before anybody connected')
  }),
}

const connects: ConnectorCheck = {
  group: 'all',
  name: 'connects, with accounts that its adapters accept as they are',
  run: (subject) => withConnector(subject, async (scene) => {
    const { kernel, connector, world } = scene
    // As the connector gives it: the kernel keeps the first of two accounts with one key.
    const link = await settled('connect', () => connector.connect(request(scene)))
    if ('value' in link) {
      for (const [namespace, { accounts }] of Object.entries(link.value.scopes)) demand(new Set(accounts.map(({ key }) => key)).size === accounts.length, `two accounts of ${namespace} have the same key`)
      await link.value.release()
    }
    const outcome = await settled('connect', () => kernel.connect(connector.id))
    demand('value' in outcome, `connect threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`)
    const { scopes, connectorId } = outcome.value
    demand(connectorId === connector.id, `the connection names connector "${connectorId}"`)
    const accounts = Object.entries(scopes).flatMap(([namespace, scope]) => scope.accounts.map((account) => ({ ...account, scope: namespace })))
    demand(accounts.length, 'the connection has no account')
    for (const { scope, namespace, key } of accounts) {
      demand(connector.namespaces.includes(scope) && namespace === scope, `an account of ${namespace} stands in scope ${scope}`)
      demand(typeof key === 'string' && key, 'an account has no key')
    }
    demand(!world.faults.length, world.faults.join('; '))
  }),
}

/** What wallets throw, and worse. Made anew each time: some cannot be used twice. */
export const oddRejections = (): readonly (readonly [string, unknown])[] => {
  const cyclic: { self?: unknown; cause?: unknown } = {}
  cyclic.self = cyclic.cause = cyclic
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const resists = new Proxy({}, { get: () => { throw new Error('hands off') }, getPrototypeOf: () => { throw new Error('hands off') } })
  return [
    ['undefined', undefined], ['null', null], ['an empty text', ''], ['a text', 'User rejected'], ['a number', 4001], ['a symbol', Symbol('no')], ['an empty object', {}], ['an object without prototype', Object.create(null)],
    ['an error', new Error('no')], ['an unknown code', { code: 12345, message: 'no' }], ['a code that is no number', { code: {}, message: [] }], ['a cyclic object', cyclic], ['a revoked proxy', proxy], ['an object that throws when it is read', resists],
    ['a function', () => undefined], ['a promise', Promise.resolve('no')],
  ]
}

const rejections: ConnectorCheck = {
  group: 'all',
  name: 'turns whatever a wallet throws into one typed error, and goes back',
  run: (subject) => withConnector(subject, async (scene) => {
    const { kernel, connector, wallet } = scene
    const attempt = async (what: string, reject: unknown, code?: 'wallet.user_rejected' | 'wallet.request_pending'): Promise<void> => {
      wallet.behave({ reject })
      demandTyped(`connect, the wallet throwing ${what}`, await settled(`connect, the wallet throwing ${what}`, () => connector.connect(request(scene))), code)
      demandTyped(`kernel.connect, the wallet throwing ${what}`, await settled('connect', () => kernel.connect(connector.id)), code)
      demand(isAtRest(scene), `after the wallet threw ${what}, the namespace is not disconnected`)
    }
    await attempt('4001', { code: 4001, message: 'User rejected the request.' }, 'wallet.user_rejected')
    await attempt('-32002', { code: -32002, message: 'Already processing.' }, 'wallet.request_pending')
    for (const [what, reject] of oddRejections()) await attempt(what, reject)
    wallet.behave('accept')
    demand('value' in await settled('connect', () => kernel.connect(connector.id)), 'it does not connect after it was refused')
  }),
}

const cancels: ConnectorCheck = {
  group: 'all',
  name: 'can be cancelled while the wallet says nothing, and takes no late answer',
  run: (subject) => withConnector(subject, async (scene) => {
    const { kernel, connector, wallet } = scene
    wallet.behave('silence')
    const controller = new AbortController()
    const direct = settled('connect after an abort', () => connector.connect(request(scene, { signal: controller.signal })))
    await calm()
    controller.abort()
    demandTyped('connect after an abort', await direct)
    const other = new AbortController()
    const through = settled('kernel.connect after an abort', () => kernel.connect(connector.id, { signal: other.signal }))
    await calm()
    other.abort()
    demandTyped('kernel.connect after an abort', await through)
    wallet.answerLate()
    await calm()
    demand(isAtRest(scene) && !kernel.ports.connections.get().connections.length, 'a late answer connected after all')
    demand(wallet.listeners() === 0, `${wallet.listeners()} listeners stayed on the wallet`)
    const before = wallet.prompts()
    const dead = AbortSignal.abort()
    demandTyped('connect with a signal that is aborted already', await settled('connect', () => connector.connect(request(scene, { signal: dead }))))
    demand(wallet.prompts() === before, 'it asked the wallet although its signal was aborted already')
  }),
}

const silent: ConnectorCheck = {
  group: 'all',
  name: 'asks nobody when it is to be silent',
  run: (subject) => withConnector(subject, async (scene) => {
    scene.wallet.behave('silence')
    const outcome = await settled('a silent connect', () => scene.connector.connect(request(scene, { silent: true })))
    demand('value' in outcome || scene.wallet.prompts() === 0, 'a silent connect asked the user')
    demand(scene.wallet.prompts() === 0, 'a silent connect asked the user')
    demandTyped('a silent connect of a wallet that was never connected', outcome)
  }),
}

const direct = async (scene: Scene): Promise<Connection> => {
  const outcome = await settled('connect', () => scene.connector.connect(request(scene)))
  demand('value' in outcome, `connect threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`)
  return outcome.value
}
const JUNK: readonly unknown[] = [null, true, 0, '', 'x', [], {}, { id: {} }, [[[]]], { accounts: 'x', networks: null }, JSON.parse('{"__proto__":{"a":1}}')]

const restores: ConnectorCheck = {
  group: 'all',
  name: 'remembers as JSON what brings the same connection back without a prompt',
  run: (subject) => withConnector(subject, async (scene) => {
    const { connector, wallet } = scene
    const connection = await direct(scene)
    const snapshot = connection.snapshot()
    demand(isSame(JSON.parse(JSON.stringify(snapshot ?? null)), snapshot), 'the snapshot does not survive JSON')
    if (!connector.restore) return
    const { networks, signal } = request(scene)
    const prompts = wallet.prompts()
    const again = await settled('restore', () => connector.restore!(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot, { networks, signal }))
    demand('value' in again, `restore threw ${'thrown' in again ? show(again.thrown) : ''}`)
    demand(again.value, 'restore found nothing to revive in its own snapshot')
    demand(again.value.id === connection.id, `the restored connection is called "${again.value.id}", not "${connection.id}"`)
    demand(wallet.prompts() === prompts, 'restoring asked the user')
    for (const junk of JUNK) {
      const outcome = await settled('restore', () => connector.restore!(junk as typeof snapshot, { networks, signal }))
      if ('thrown' in outcome) demandTyped(`restore of ${show(junk)}`, outcome)
    }
    demand(wallet.prompts() === prompts, 'restoring from what it did not write asked the user')
  }),
}

const letsGo: ConnectorCheck = {
  group: 'all',
  name: 'lets go: after a disconnect nothing listens and nothing is answered',
  run: (subject) => withConnector(subject, async (scene) => {
    const { kernel, connector, wallet, world } = scene
    const { id } = await kernel.connect(connector.id)
    await kernel.disconnect({ connectionId: id })
    await calm()
    demand(isAtRest(scene), 'the namespace is not disconnected')
    demand(wallet.listeners() === 0, `${wallet.listeners()} listeners stayed on the wallet after a disconnect`)
    const connection = await direct(scene)
    const stop = connection.onChange(() => undefined)
    await connection.release()
    stop()
    stop()
    await settled('a second release', () => connection.release())
    const { networks: [network] } = request(scene)
    if (network) demandTyped('a request after release', await settled('request', () => connection.request({ network: network.id, method: 'anything' })))
    demand(wallet.listeners() === 0, `${wallet.listeners()} listeners stayed on the wallet after release`)
    demand(!world.faults.length, world.faults.join('; '))
  }),
}

/** What holds for every connector. */
export const connectorChecks: readonly ConnectorCheck[] = [introduces, connects, rejections, cancels, silent, restores, letsGo]
