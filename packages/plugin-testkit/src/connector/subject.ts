import type { Kernel } from '@latchkey/kernel'
import type { Connection, Connector, ConnectRequest, Dispose } from '@latchkey/plugin-api'
import { calm, demand, settled, show } from '../check.js'
import { inWorld, type PluginOptions, type PluginSubject, type World } from '../world.js'

/** A wallet that does what a test says. What it may leave out is asked of wallets that can do it: the cases that need it are skipped, and say so. */
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
  /** Its user chooses another account; all accounts are taken back; it tells things that are no accounts, or 10,000 of them. */
  show?(which: 'other' | 'none' | 'hostile' | 'many'): void
  /** It goes to another configured network, or to one that nobody configured. */
  move?(where: 'other' | 'unknown'): void
  /** It ends the connection. */
  close?(): void
  /** It shows nothing until its user unlocks it, which is asked of the user. */
  lock?(): void
  /** What it calls itself when it is installed next. Needs `name` and `icon`: the suite has it call itself so again afterwards. */
  introduce?(name: string, icon: string): void
  /** What it calls itself now. */
  readonly name?: string
  /** The icon that it shows now. */
  readonly icon?: string
  /** From now on it throws this in the very call, not in a promise. */
  blurt?(error: unknown): void
}
/** What the suite of a connector works with. */
export interface ConnectorOptions extends PluginOptions {
  /** Id of the connector once the wallet is there. */
  connectorId: string
  /** The wallet behind it; one of `@latchkey/plugin-testkit/wallets`, or your own. */
  wallet: WalletBench
  /** What wallets of this kind never do: the cases that need it are left out, instead of skipped. */
  cannot?: readonly Switch[]
}
/**
 * What a wallet may be unable to do. `show`: tell of other accounts. `move`: go to another network by itself. `close`: end the connection. `lock`: be locked. `introduce`: call itself something else.
 * `blurt`: throw in the very call. `ask`: nobody is asked, as where being inside an app is the permission.
 */
export type Switch = 'show' | 'move' | 'close' | 'lock' | 'introduce' | 'blurt' | 'ask'

/** Says what is missing where the wallet has no such switch. */
export const needs =
  (member: Exclude<Switch, 'ask'>, what: string) =>
  ({ options: { wallet, cannot = [] } }: ConnectorSubject): string | null | undefined =>
    cannot.includes(member) ? null : wallet[member] ? undefined : `a wallet that ${what}`
/** Left out where nobody is asked. */
export const needsUser = ({ options: { cannot = [] } }: ConnectorSubject): null | undefined =>
  cannot.includes('ask') ? null : undefined
/** What a check of a connector is run on. */
export interface ConnectorSubject extends PluginSubject {
  options: ConnectorOptions
}

/** A connector in its kernel, with its wallet on the page. */
export interface Scene {
  world: World
  kernel: Kernel
  connector: Connector
  wallet: WalletBench
  /** Takes the wallet from the page. */
  uninstall: Dispose
  /** Another kernel on the same page and storage, with the same plugin. */
  again(): Promise<Kernel>
}
type Run = (scene: Scene) => void | Promise<void>

async function awake(kernel: Kernel): Promise<Kernel> {
  await kernel.ready
  await kernel.ports.late.load()
  await calm()
  return kernel
}

/** The page with the wallet on it, accepting everything. */
export const onPage = (
  subject: ConnectorSubject,
  run: (world: World, uninstall: Dispose) => Promise<void>,
  prepare?: (wallet: WalletBench) => void,
): Promise<void> => {
  const { wallet, page } = subject.options
  let gone: Dispose = () => undefined
  const install = (): Dispose => {
    prepare?.(wallet)
    const [clear, uninstall] = [page?.(), wallet.install()]
    wallet.behave('accept')
    let isGone = false
    gone = () => {
      if (!isGone) uninstall()
      isGone = true
    }
    return () => {
      gone()
      clear?.()
    }
  }
  return inWorld({ ...subject, options: { ...subject.options, page: install } }, (world) =>
    run(world, () => gone()),
  )
}

/** The connectors that there are, in words. */
const listed = ({ ports }: Kernel): string => {
  const ids = ports.connectors.get().map(({ value }) => show(value.id))
  return ids.length
    ? `there ${ids.length === 1 ? 'is' : 'are'} ${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ` and ${ids.length - 20} more` : ''}`
    : 'there is none'
}

/** A check of a connector whose wallet is on the page. */
export const scene =
  (run: Run) =>
  (subject: ConnectorSubject): Promise<void> =>
    onPage(subject, async (world, uninstall) => {
      const { connectorId, wallet } = subject.options
      const kernel = await awake(world.create(subject.make()))
      const connector = kernel.ports.connectors.find(connectorId)?.value
      demand(connector, `no connector "${connectorId}" after start; ${listed(kernel)}`)
      await run({
        world,
        kernel,
        connector,
        wallet,
        uninstall,
        again: () => awake(world.create(subject.make())),
      })
    })

export const request = (
  { kernel, connector }: Pick<Scene, 'kernel' | 'connector'>,
  more: Partial<ConnectRequest> = {},
): ConnectRequest => ({
  networks: kernel.ports.networks
    .get()
    .map(({ value }) => value)
    .filter(({ namespace }) => connector.namespaces.includes(namespace)),
  silent: false,
  signal: new AbortController().signal,
  onStep: () => undefined,
  ...more,
})

export const isAtRest = ({ kernel, connector }: Pick<Scene, 'kernel' | 'connector'>): boolean => {
  const { attempt, namespaces } = kernel.ports.connections.get()
  return (
    !attempt &&
    connector.namespaces.every(
      (namespace) => (namespaces[namespace]?.status ?? 'disconnected') === 'disconnected',
    )
  )
}

/** The connection as the connector gives it, past the kernel. */
export async function link(on: Scene, more: Partial<ConnectRequest> = {}): Promise<Connection> {
  const outcome = await settled('connect', () => on.connector.connect(request(on, more)))
  demand('value' in outcome, `connect threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`)
  return outcome.value
}
/** The connection through the kernel, as a visitor makes it. */
export async function join(on: Scene): Promise<string> {
  const outcome = await settled('kernel.connect', () => on.kernel.connect(on.connector.id))
  demand(
    'value' in outcome,
    `kernel.connect threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`,
  )
  return outcome.value.id
}
export const demandNoListeners = ({ wallet }: Scene, when: string): void =>
  demand(wallet.listeners() === 0, `${wallet.listeners()} listeners stayed on the wallet ${when}`)
