import { readUsage, type Delegation, type RpcRequest } from '@latchkey/smart-account'
import type { SessionUsage } from '../api.js'

/** The state of a delegation on the chain. */
export interface ChainState {
  /** The account has taken it back, or it is over by the time of the chain. */
  isOver: boolean
  /** `undefined` where its limits are not known. */
  usage: SessionUsage | undefined
}

/** Delegations that one call reads at most. */
const MOST_AT_ONCE = 500

/**
 * Asks the chain about delegations: up to 500 in one call, and as many more calls as are due.
 * @throws `smart.node_failed`
 */
export async function readStates(
  request: RpcRequest,
  delegations: readonly Delegation[],
): Promise<readonly ChainState[]> {
  const parts = Array.from({ length: Math.ceil(delegations.length / MOST_AT_ONCE) }, (_, at) =>
    delegations.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE),
  )
  const read = await Promise.all(parts.map((part) => readUsage(request, part)))
  const usages = read.flatMap((part) => part.usages)
  return usages.map(({ limits, isDisabled, isExpired, amount, calls }) => ({
    isOver: isDisabled || isExpired,
    usage: limits.ok
      ? {
          amount: amount && { used: amount.used, left: amount.available },
          calls: calls && { used: Number(calls.used), left: Number(calls.left) },
        }
      : undefined,
  }))
}
