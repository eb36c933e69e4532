import { LatchkeyError, type ConnectAttempt, type Connection, type ConnectionInfo, type ConnectOptions, type Connector, type ConnectRequest, type Namespace } from '@latchkey/plugin-api'
import type { KernelCore } from '../../core.js'
import { guarded } from '../../support/guard.js'
import { refuse } from '../../support/refuse.js'
import { toConnectError } from '../errors.js'
import { runSteps, unlessAborted } from '../steps.js'
import type { Book } from './book.js'
import type { Link, Links } from './links.js'
import { remember, type Stored } from './stored.js'

/** Ends an attempt: gives the reason to all that wait. Called again, it does nothing. */
interface Attempt {
  readonly connectorId: string
  readonly signal: AbortSignal
  abort(reason: LatchkeyError): void
  end(): void
  /** Settles when it is over, well or badly. */
  readonly over: Promise<void>
}

export interface Connecting {
  connect(connectorId: string, options?: ConnectOptions): Promise<ConnectionInfo>
  /** Ends the attempt that is under way. */
  abort(reason: LatchkeyError): void
  /** What follows once a connection is there: the plugins' steps, the event, the modal's closing. */
  finish(info: ConnectionInfo, link: Link, how: 'visitor' | 'silent' | 'restored'): Promise<void>
}

interface Needs {
  core: KernelCore
  book: Book
  links: Links
  stored: Stored
  /** Says so where the wallet is on a network that nobody configured. */
  checkNetwork(namespace: Namespace): void
}

/** @throws `kernel.connector_missing`, `kernel.connection_client_missing`, `kernel.adapter_missing` */
function choose({ connectors, adapters }: KernelCore, connectorId: string, wanted: readonly Namespace[] | undefined): { connector: Connector; namespaces: readonly Namespace[] } {
  const connector = connectors.find(connectorId)?.value ?? refuse('kernel.connector_missing', { connectorId }, `No connector "${connectorId}" is registered: install the plugin that brings it, or wait until its wallet is found.`)
  if (typeof connector.connect !== 'function') refuse('kernel.connection_client_missing', { connectorId }, 'ConnectionController client not set')
  const namespaces = connector.namespaces.filter((name) => adapters.find(name) && (wanted?.includes(name) ?? true))
  if (!namespaces.length) refuse('kernel.adapter_missing', { namespace: (wanted ?? connector.namespaces).join() }, 'Chain adapter not found')
  return { connector, namespaces: Object.freeze(namespaces) }
}

/** Views in which somebody connects: when that is done, they are done with, and with what lies above. */
const isConnectView = ({ view }: { view: string }): boolean => /^(Connect|AllWallets$|EmailLogin$)/.test(view)

/** Where the modal is before the plugins' steps, and what becomes of it if none of them pushed a view. */
function watchModal({ modal, router, options }: KernelCore, how: 'visitor' | 'silent' | 'restored'): () => void {
  const before = router.get().at(-1)
  const isConnecting = router.get().some(isConnectView)
  return () => {
    const top = router.get().at(-1)
    // A UI may have turned Connect into Account by itself.
    const isSame = top?.key === before?.key || (before?.view === 'Connect' && top?.view === 'Account')
    if (!modal.get().open || !isSame || !isConnecting) return
    if (how === 'visitor' && !options.get().embedded) modal.close()
    else if (how === 'visitor' || top?.view === 'Connect') router.reset('Account')
  }
}

/** Runs the steps before a connect in this very task; one that throws is reported and passed over. */
function signInOf({ flows, report }: KernelCore, attempt: ConnectAttempt): Pick<ConnectRequest, 'signIn'> {
  for (const { owner, value } of flows.before) guarded(value, (error) => report(error, `${owner}: step before connect`))(attempt)
  return attempt.signIn ? { signIn: attempt.signIn } : {}
}

export function createConnecting({ core, book, links, stored, checkNetwork }: Needs): Connecting {
  const { networks, events, flows, onDispose } = core
  let running: Attempt | undefined

  const begin = (connectorId: string, namespaces: readonly Namespace[], outer: AbortSignal | undefined): Attempt => {
    running?.abort(new LatchkeyError('kernel.aborted', 'Another wallet is being connected instead.', { context: { reason: 'superseded' } }))
    const controller = new AbortController()
    let settle = (): void => undefined
    const over = new Promise<void>((resolve) => (settle = resolve))
    const withdraw = (): void => attempt.abort(new LatchkeyError('kernel.aborted', 'The connect was cancelled.', { context: { reason: 'cancelled' } }))
    const attempt: Attempt = {
      connectorId, over, signal: controller.signal,
      end() {
        if (running === attempt) {
          running = undefined
          book.apply({ type: 'ended', awaited: stored.awaited() })
        }
        outer?.removeEventListener('abort', withdraw)
        settle()
      },
      abort(reason) {
        controller.abort(reason)
        attempt.end()
      },
    }
    running = attempt
    book.apply({ type: 'begun', connectorId, namespaces, awaited: stored.awaited() })
    outer?.addEventListener('abort', withdraw)
    return attempt
  }
  /** An answer that came too late. Another attempt at the same wallet may still want it. */
  const discard = (connection: Connection, connectorId: string): void => {
    if (running?.connectorId === connectorId) void running.over.then(() => discard(connection, connectorId))
    else links.discard(connection)
  }

  /** Asks the connector, in this very task. */
  const ask = (connector: Connector, attempt: Attempt, request: Omit<ConnectRequest, 'signal' | 'onStep'>): Promise<Connection> => {
    const onStep: ConnectRequest['onStep'] = (step) => {
      if (running === attempt) book.apply({ type: 'step', step })
    }
    const answer = new Promise<Connection>((resolve) => resolve(connector.connect({ ...request, signal: attempt.signal, onStep })))
    answer.then((late) => {
      if (attempt.signal.aborted) discard(late, connector.id)
    }, () => undefined)
    return unlessAborted(attempt.signal, answer)
  }

  const finish: Connecting['finish'] = async ({ id, connectorId, scopes }, { signal }, how) => {
    const restored = how === 'restored'
    const accounts = Object.values(scopes).flatMap((scope) => scope.accounts.map((account) => ({ ...account, connectionId: id })))
    const leave = watchModal(core, how)
    const result = { connectionId: id, connectorId, accounts, restored }
    if (flows.after.length) await runSteps(core, 'step after connect', flows.after, result, signal)
    // It may have ended meanwhile.
    if (signal.aborted) return
    events.emit('connection:established', result)
    leave()
    if (!restored) for (const name of Object.keys(scopes)) checkNetwork(name)
  }

  const connect: Connecting['connect'] = async (connectorId, { namespaces: wanted, silent = false, signal: outer } = {}) => {
    const { connector, namespaces } = choose(core, connectorId, wanted)
    if (outer?.aborted) refuse('kernel.aborted', { reason: 'cancelled' }, 'The connect was cancelled.')
    const attempt = begin(connectorId, namespaces, outer)
    try {
      events.emit('connection:started', { connectorId, silent })
      const signIn = signInOf(core, { connectorId, namespaces, silent })
      attempt.signal.throwIfAborted()
      const configured = networks.get().map(({ value }) => value).filter(({ namespace }) => namespaces.includes(namespace))
      const answer = ask(connector, attempt, { networks: configured, silent, ...signIn })
      // What its accounts need is fetched while the visitor decides.
      for (const name of namespaces) core.adapter(name).catch(() => undefined)
      const claims = Object.fromEntries(namespaces.map((name) => [name, undefined]))
      const connection = await answer
      const { info, link } = await links.adopt(connector, connection, {
        claims, signal: attempt.signal, lead: silent ? 'ifIdle' : 'always',
        beside: () => {
          running = undefined
          return [{ type: 'ended', awaited: stored.awaited() }]
        },
      }).catch((error: unknown) => {
        discard(connection, connector.id)
        throw error
      })
      attempt.end()
      if (!silent) remember(core, connector)
      await finish(info, link, silent ? 'silent' : 'visitor')
      return info
    } catch (error) {
      attempt.end()
      const typed = toConnectError(error, connectorId)
      events.emit('connection:failed', { connectorId, code: typed.code, error: typed })
      throw typed
    }
  }
  const abort = (reason: LatchkeyError): void => running?.abort(reason)
  onDispose(() => abort(new LatchkeyError('kernel.disposed', 'The kernel was disposed while a wallet was being connected.')))
  return { connect, abort, finish }
}
