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
import { checkNetwork, prepareAfterConnect, type ConnectCause } from '../../modal/lateRules.js'
import { abortedError, unlessAborted } from '../../support/time.js'
import { runSteps } from '../steps.js'
import { isOfWallet } from '../wallets/walletMatch.js'
import { claimantsOf } from './claimants.js'
import type { Attempt, Attempts } from './attempts.js'
import type { Book } from './book.js'
import type { Link, Links } from './links.js'
import { rememberWallet } from './stored.js'

export interface Connecting {
  connect(connectorId: string, options?: ConnectOptions): Promise<ConnectionInfo>
  /**
   * Call it before a connection is written down: a UI may change its view at that moment.
   * @returns runs what follows a connect: the plugins' steps, the event, the modal's closing
   */
  prepareFinish(cause: ConnectCause): (info: ConnectionInfo, link: Link) => Promise<void>
}

/**
 * Finds the connector and the namespaces that a connect is for.
 * @throws `kernel.connector_missing`, `kernel.connector_ambiguous`,
 * `kernel.invalid_connector_kind`, `kernel.connection_client_missing`, `kernel.adapter_missing`,
 * `kernel.aborted`
 */
function resolveTarget(
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
  // A further claimant may have been dropped from the list since: `contested` still says so.
  if (claimants.length || (!chosen && connector.contested))
    refuse(
      'kernel.connector_ambiguous',
      { connectorId, claimants: [connectorId, ...claimants] },
      `${claimants.length ? claimants.length + 1 : 'Several'} wallets of this page claim to be ` +
        `"${connectorId}", and one may be an impostor: let the visitor choose.`,
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
  if (signal?.aborted) throw abortedError('The connect was cancelled.')
  return { connector, namespaces: Object.freeze(namespaces) }
}

/**
 * Asks the connector in this very task, so that a click keeps its gesture. A connection that comes
 * after the attempt has ended is released.
 */
function askConnector(
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
    (connection) => attempts.discard(connection, connector.id),
  )
}

interface Needs {
  core: KernelCore
  book: Book
  links: Links
  attempts: Attempts
}

export function createConnecting(needs: Needs): Connecting {
  const { core, book, links, attempts } = needs
  const { events, flows } = core
  const prepareFinish: Connecting['prepareFinish'] = (cause) => {
    const moveModalOn = prepareAfterConnect(core, cause)
    return async ({ id: connectionId, connectorId, scopes }, { signal }) => {
      const accounts = Object.values(scopes).flatMap((scope) =>
        scope.accounts.map((account) => ({ ...account, connectionId })),
      )
      const result = { connectionId, connectorId, accounts, restored: cause === 'restored' }
      if (flows.after.length)
        await runSteps(core, 'step after connect', flows.after, result, signal)
      // The connection may have ended during the steps.
      if (signal.aborted) return
      events.emit('connection:established', result)
      const connector = core.connectors.find(connectorId)?.value
      moveModalOn((params) => !!connector && isOfWallet(connector, params))
      if (cause !== 'restored') for (const name of Object.keys(scopes)) checkNetwork(core, name)
    }
  }
  const connect: Connecting['connect'] = async (connectorId, options = {}) => {
    const { silent = false, stay = false } = options
    const { connector, namespaces } = resolveTarget(core, connectorId, options)
    const attempt = attempts.begin(connectorId, namespaces, options.signal)
    try {
      events.emit('connection:started', { connectorId, silent })
      const answer = askConnector(needs, connector, attempt, { connectorId, namespaces, silent })
      // The adapters are loaded while the visitor decides in the wallet.
      for (const name of namespaces) core.adapter(name).catch(() => undefined)
      const connection = await answer
      const finish = prepareFinish(silent ? 'silent' : stay ? 'staying' : 'visitor')
      const claims = Object.fromEntries(namespaces.map((name) => [name, undefined]))
      const { info, link } = await links
        .adopt(connector, connection, {
          claims,
          lead: silent || stay ? 'ifIdle' : 'always',
          signal: attempt.signal,
          moreEvents: attempt.finish,
        })
        .catch((error: unknown) => {
          attempts.discard(connection, connectorId)
          throw error
        })
      if (!silent) rememberWallet(core, connector)
      await finish(info, link)
      return info
    } catch (error) {
      book.apply(...attempt.finish())
      const typed = toConnectError(error, connectorId)
      events.emit('connection:failed', { connectorId, code: typed.code, error: typed })
      throw typed
    }
  }
  return { connect, prepareFinish }
}
