import type { Kernel } from '@latchkey/kernel'
import type { Connection, Connector, ConnectRequest, Dispose } from '@latchkey/plugin-api'
import { calm, demand, settled, show } from '../check.js'
import { inWorld, type PluginOptions, type PluginSubject, type World } from '../world.js'

/**
 * A wallet that does what a test says. The cases that need an optional member are skipped, with a
 * message, where the wallet does not have it.
 */
export interface WalletBench {
  /**
   * Puts the wallet where the connector finds it. It accepts everything. Returns what removes it.
   */
  install(): Dispose
  /**
   * Sets what it does when its user is asked to connect or to sign: accept, throw this, or say
   * nothing.
   */
  behave(how: 'accept' | 'silence' | { reject: unknown }): void
  /** How often it asked its user since it was installed. */
  prompts(): number
  /** Accepts now all requests that it left unanswered. */
  answerLate(): void
  /** The number of listeners on it. */
  listeners(): number
  /**
   * Its user chooses another account (`other`) or revokes all of them (`none`); it reports values
   * that are not accounts (`hostile`), or 10,000 accounts (`many`).
   */
  show?(which: 'other' | 'none' | 'hostile' | 'many'): void
  /** Moves it to another configured network, or to one that nobody configured. */
  move?(where: 'other' | 'unknown'): void
  /** Ends the connection from the wallet's side. */
  close?(): void
  /** Locks it: it shows nothing until it asks its user to unlock it. */
  lock?(): void
  /**
   * Sets the name and icon of its next installation, also where there is no page: `install` announces
   * them. Needs `name` and `icon`, so that the suite can set them back.
   */
  introduce?(name: string, icon: string): void
  /** The name that it has now. */
  readonly name?: string
  /** The icon that it has now. */
  readonly icon?: string
  /** Makes it throw this in the call itself, not in a promise. */
  blurt?(error: unknown): void
}
/** Options of `describeConnector`. */
export interface ConnectorOptions extends PluginOptions {
  /** Id of the connector once the wallet is there. */
  connectorId: string
  /** The wallet behind the connector: one of `@latchkey/plugin-testkit/wallets`, or your own. */
  wallet: WalletBench
  /** Switches that wallets of this kind never have. Their cases are left out without a message. */
  cannot?: readonly Switch[]
}
/**
 * An ability that a wallet may lack. `show`: report other accounts. `move`: go to another network
 * by itself. `close`: end the connection. `lock`: be locked. `introduce`: change its name.
 * `blurt`: throw in the call itself. `ask`: ask its user, as where being inside an app is the
 * permission. `sign`: refuse a signature with any error, as it signs nothing here, or its errors
 * lose all but a code and a message on their way.
 */
export type Switch = 'show' | 'move' | 'close' | 'lock' | 'introduce' | 'blurt' | 'ask' | 'sign'

/** Skips a check, with a message, where the wallet lacks an optional member. */
export const needs =
  (member: Exclude<Switch, 'ask' | 'sign'>, what: string) =>
  ({ options: { wallet, cannot = [] } }: ConnectorSubject): string | null | undefined =>
    cannot.includes(member) ? null : wallet[member] ? undefined : `a wallet that ${what}`
/** Leaves a check out where the wallet never asks its user. */
export const needsUser = ({ options: { cannot = [] } }: ConnectorSubject): null | undefined =>
  cannot.includes('ask') ? null : undefined
/** Leaves a check out where the wallet cannot refuse a signature with any error. */
export const needsSignature = ({ options: { cannot = [] } }: ConnectorSubject): null | undefined =>
  cannot.includes('sign') ? null : undefined
/** The subject of a check of a connector. */
export interface ConnectorSubject extends PluginSubject {
  options: ConnectorOptions
}

/** A connector in its kernel, with its wallet on the page. */
export interface Scene {
  world: World
  kernel: Kernel
  connector: Connector
  wallet: WalletBench
  /** Removes the wallet from the page. */
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

/** Runs a check on a page with the wallet, which accepts everything. */
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

/** The ids of all connectors, for an error message. */
const listed = ({ ports }: Kernel): string => {
  const ids = ports.connectors.get().map(({ value }) => show(value.id))
  const more = ids.length > 20 ? ` and ${ids.length - 20} more` : ''
  return ids.length
    ? `there ${ids.length === 1 ? 'is' : 'are'} ${ids.slice(0, 20).join(', ')}${more}`
    : 'there is none'
}

/** Makes a check of a connector whose wallet is on the page. */
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

/** Connects by the connector alone, without the kernel. */
export async function link(on: Scene, more: Partial<ConnectRequest> = {}): Promise<Connection> {
  const outcome = await settled('connect', () => on.connector.connect(request(on, more)))
  demand('value' in outcome, `connect threw ${'thrown' in outcome ? show(outcome.thrown) : ''}`)
  return outcome.value
}
/** Connects by the kernel, as a visitor does. @returns the connection's id */
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
