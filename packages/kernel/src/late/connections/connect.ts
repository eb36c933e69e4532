import type {
  ConnectAttempt,
  Connection,
  ConnectionInfo,
  ConnectOptions,
  Connector,
  ConnectRequest,
  Namespace,
} from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { guarded } from '../../support/guard.js'
import { refuse } from '../../support/refuse.js'
import { typeOf } from '../connectorType.js'
import { toConnectError } from '../errors.js'
import { aborted, runSteps, unlessAborted } from '../steps.js'
import { claimantsOf } from './claimants.js'
import type { Attempt, Attempts } from './attempts.js'
import type { Book } from './book.js'
import type { Link, Links } from './links.js'
import { remember } from './stored.js'

type How = 'visitor' | 'staying' | 'silent' | 'restored'
export interface Connecting {
  connect(connectorId: string, options?: ConnectOptions): Promise<ConnectionInfo>
  /** Called before a connection is taken in, as a UI may move on at once; answers what follows then: the plugins' steps, the event, the modal's closing. */
  finisher(how: How): (info: ConnectionInfo, link: Link) => Promise<void>
}

/** @throws `kernel.connector_missing`, `kernel.connector_ambiguous`, `kernel.invalid_connector_kind`, `kernel.connection_client_missing`, `kernel.adapter_missing`, `kernel.aborted` */
function choose(
  { connectors, adapters }: KernelCore,
  connectorId: string,
  { namespaces: wanted, chosen, signal }: ConnectOptions,
): { connector: Connector; namespaces: readonly Namespace[] } {
  const connector =
    connectors.find(connectorId)?.value ??
    refuse(
      'kernel.connector_missing',
      { connectorId },
      `No connector "${connectorId}" is registered.`,
    )
  const claimants = chosen ? [] : claimantsOf(connectors, connector)
  // One that claimed the same may have lost its place in the list.
  if (claimants.length || (!chosen && connector.contested))
    refuse(
      'kernel.connector_ambiguous',
      { connectorId, claimants: [connectorId, ...claimants] },
      `${claimants.length ? claimants.length + 1 : 'Several'} wallets of this page claim to be "${connectorId}", and one may be an impostor: let the visitor choose.`,
    )
  typeOf(connector)
  if (typeof connector.connect !== 'function')
    refuse(
      'kernel.connection_client_missing',
      { connectorId },
      'ConnectionController client not set',
    )
  const namespaces = connector.namespaces.filter(
    (name) => adapters.find(name) && (wanted?.includes(name) ?? true),
  )
  if (!namespaces.length)
    refuse(
      'kernel.adapter_missing',
      { namespace: (wanted ?? connector.namespaces).join() },
      'Chain adapter not found',
    )
  if (signal?.aborted) throw aborted('The connect was cancelled.')
  return { connector, namespaces: Object.freeze(namespaces) }
}

/** Answers what the modal does after a connect, unless a step pushed a view: what lies on a view in which somebody connects is done with. */
function watchModal({ modal, router, options }: KernelCore, how: How): () => void {
  const before = router.get().at(-1)
  const isConnecting = router
    .get()
    .some(({ view }) => /^(Connect|AllWallets$|EmailLogin$)/.test(view))
  return () => {
    const top = router.get().at(-1)
    // A UI may have turned Connect into Account by itself.
    const isSame =
      top?.key === before?.key || (before?.view === 'Connect' && top?.view === 'Account')
    if (!modal.get().open || !isSame || !isConnecting || how === 'staying') return
    if (how === 'visitor' && !options.get().embedded) modal.close()
    else if (how === 'visitor' || top?.view === 'Connect') router.reset('Account')
  }
}

/** Asks the connector, in this very task; what it answers too late is let go. */
function ask(
  { core, book, attempts }: Needs,
  connector: Connector,
  attempt: Attempt,
  given: ConnectAttempt,
): Promise<Connection> {
  const { networks, flows, report } = core
  const { namespaces, silent } = given
  for (const { owner, value } of flows.before)
    guarded(value, (error) => report(error, `${owner}: step before connect`))(given)
  return unlessAborted(
    attempt.signal,
    () =>
      connector.connect({
        networks: networks
          .get()
          .map(({ value }) => value)
          .filter(({ namespace }) => namespaces.includes(namespace)),
        silent,
        signal: attempt.signal,
        onStep: (step) => attempt.isRunning() && book.apply({ type: 'step', step }),
        ...(given.signIn && { signIn: given.signIn }),
      } satisfies ConnectRequest),
    (late) => attempts.discard(late, connector.id),
  )
}

interface Needs {
  core: KernelCore
  book: Book
  links: Links
  attempts: Attempts
  /** Says so where the wallet is on a network that nobody configured. */
  checkNetwork(namespace: Namespace): void
}

export function createConnecting(needs: Needs): Connecting {
  const { core, book, links, attempts, checkNetwork } = needs
  const { events, flows } = core
  const finisher: Connecting['finisher'] = (how) => {
    const leave = watchModal(core, how)
    return async ({ id: connectionId, connectorId, scopes }, { signal }) => {
      const accounts = Object.values(scopes).flatMap((scope) =>
        scope.accounts.map((account) => ({ ...account, connectionId })),
      )
      const result = { connectionId, connectorId, accounts, restored: how === 'restored' }
      if (flows.after.length)
        await runSteps(core, 'step after connect', flows.after, result, signal)
      // It may have ended meanwhile.
      if (signal.aborted) return
      events.emit('connection:established', result)
      leave()
      if (how !== 'restored') Object.keys(scopes).forEach(checkNetwork)
    }
  }
  const connect: Connecting['connect'] = async (connectorId, options = {}) => {
    const { silent = false, stay = false } = options
    const { connector, namespaces } = choose(core, connectorId, options)
    const attempt = attempts.begin(connectorId, namespaces, options.signal)
    try {
      events.emit('connection:started', { connectorId, silent })
      const answer = ask(needs, connector, attempt, { connectorId, namespaces, silent })
      // What its accounts need is fetched while the visitor decides.
      for (const name of namespaces) core.adapter(name).catch(() => undefined)
      const connection = await answer
      const finish = finisher(silent ? 'silent' : stay ? 'staying' : 'visitor')
      const claims = Object.fromEntries(namespaces.map((name) => [name, undefined]))
      const { info, link } = await links
        .adopt(connector, connection, {
          claims,
          lead: silent || stay ? 'ifIdle' : 'always',
          signal: attempt.signal,
          beside: attempt.finish,
        })
        .catch((error: unknown) => {
          attempts.discard(connection, connectorId)
          throw error
        })
      if (!silent) remember(core, connector)
      await finish(info, link)
      return info
    } catch (error) {
      book.apply(...attempt.finish())
      const typed = toConnectError(error, connectorId)
      events.emit('connection:failed', { connectorId, code: typed.code, error: typed })
      throw typed
    }
  }
  return { connect, finisher }
}
