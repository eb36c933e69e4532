import type { Kernel } from '@latchkey/kernel'
import type { Caip2, CloseReason, Namespace } from '@latchkey/plugin-api'
import { isSame } from '../check.js'
import type { ReplayConnection, ReplayEvent, ReplayState } from './log.js'
import { toScopes, type ReplayWallet } from './fakes.js'

/** The step between two states of a log. */
export interface Turn {
  readonly kernel: Kernel
  readonly before: ReplayState
  readonly after: ReplayState
  wallet(connectorId: string): ReplayWallet | undefined
  /** The next event of that name about that connection or connector. */
  next(
    event: string,
    about: Pick<ReplayEvent, 'connectorId' | 'connectionId'>,
  ): ReplayEvent | undefined
}

const byId = (list: readonly ReplayConnection[], id: string): ReplayConnection | undefined =>
  list.find((each) => each.id === id)
/** Starts work that may fail, as it did in the log. */
const start = (work: Promise<unknown>): true => {
  work.catch(() => undefined)
  return true
}

/** Handles a connect that begins, continues or ends. */
function attempted({ kernel, before, after, wallet, next }: Turn): boolean {
  const [was, is] = [before.attempt, after.attempt]
  if (is && is.connectorId === was?.connectorId) {
    if (is.step === was.step) return false
    wallet(is.connectorId)?.step(is.step)
    return true
  }
  if (was && !is) {
    const { connectorId } = was
    const fresh = after.connections.find(
      (each) =>
        each.connectorId === connectorId && !isSame(byId(before.connections, each.id), each),
    )
    if (fresh) wallet(connectorId)?.answer(fresh)
    else wallet(connectorId)?.refuse(next('connection:failed', { connectorId })?.code)
    return true
  }
  return is
    ? start(
        kernel.connect(is.connectorId, {
          namespaces: is.namespaces,
          silent: !!next('connection:started', { connectorId: is.connectorId })?.silent,
        }),
      )
    : false
}

/** Handles a restore that succeeded, or that no stored connection is left. */
function restored({ before, after, wallet }: Turn): boolean {
  const back = after.connections.find(({ id }) => !byId(before.connections, id))
  if (!before.restoring || (!back && after.restoring)) return false
  wallet(back?.connectorId ?? '')?.restore(back)
  return true
}

/** Handles the end of a connection, or of its part in one chain family. */
function ended({ kernel, before, after, wallet, next }: Turn): boolean {
  const changed = before.connections.find(({ id, scopes }) =>
    Object.keys(scopes).some((name) => !byId(after.connections, id)?.scopes[name]),
  )
  if (!changed) return false
  const { id: connectionId, connectorId } = changed
  const left = byId(after.connections, connectionId)
  const { reason, namespaces: [namespace] = [] } = next('connection:closed', { connectionId }) ?? {}
  if (reason === 'user')
    return start(
      kernel.disconnect(left && namespace !== undefined ? { namespace } : { connectionId }),
    )
  wallet(connectorId)?.tell(
    connectionId,
    left ? { scopes: toScopes(left) } : { closed: (reason ?? 'wallet') as CloseReason },
  )
  return true
}

/** Handles a wallet that shows other accounts or moved to another network. */
function revised({ before, after, wallet }: Turn): boolean {
  const now = after.connections.find((each) => !isSame(byId(before.connections, each.id), each))
  if (!now) return false
  const was = byId(before.connections, now.id)
  const moved = Object.entries(now.scopes).filter(
    ([name, scope]) => scope.network !== undefined && scope.network !== was?.scopes[name]?.network,
  )
  const [first] = moved
  const isMoveOnly =
    first &&
    Object.entries(now.scopes).every(([name, scope]) =>
      isSame({ ...scope, network: 0 }, { ...was?.scopes[name], network: 0 }),
    )
  wallet(now.connectorId)?.tell(
    now.id,
    isMoveOnly && first[1].network ? { network: first[1].network } : { scopes: toScopes(now) },
  )
  return true
}

/** Handles a visitor who chose another account or another connected wallet. */
function selected({ kernel, before, after }: Turn): boolean {
  const chosen = Object.entries(after.namespaces).find(
    ([name, { accountKey, connectionId }]) =>
      accountKey !== undefined &&
      connectionId !== undefined &&
      (accountKey !== before.namespaces[name]?.accountKey ||
        connectionId !== before.namespaces[name]?.connectionId),
  )
  if (!chosen) return false
  const [namespace, { connectionId = '', accountKey = '' }] = chosen
  return start(kernel.ports.accounts.select({ connectionId, namespace, key: accountKey }))
}

/** Handles a visitor who chose another network. */
function switched({ kernel, before, after }: Turn): boolean {
  const { namespace, networks } = after.active
  const network: Caip2 | undefined = namespace === undefined ? undefined : networks[namespace]
  const was = (name: Namespace): Caip2 | undefined => before.active.networks[name]
  if (
    network === undefined ||
    (namespace === before.active.namespace && network === was(namespace ?? ''))
  )
    return false
  return start(kernel.switchNetwork(network))
}

/** Applies to a kernel of fakes the step from one state of the log to the next. */
export function stimulate(turn: Turn): boolean {
  const isElsewhere = turn.before.active.namespace !== turn.after.active.namespace
  return (
    attempted(turn) ||
    ended(turn) ||
    restored(turn) ||
    (isElsewhere && switched(turn)) ||
    revised(turn) ||
    selected(turn) ||
    switched(turn)
  )
}
