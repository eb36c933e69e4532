import { readUsage, type Delegation, type RpcRequest } from '@latchkey/smart-account'
import type { SessionUsage } from '../api.js'

/** The state of a delegation on the chain. */
export interface ChainState {
  /** The account has taken it back, or it is over by the time of the chain. */
  isOver: boolean
  /** `undefined` where its limits are not known. */
  usage: SessionUsage | undefined
}

/**
 * Asks the chain about delegations, all in one call.
 * @throws `smart.node_failed`
 */
export async function readStates(
  request: RpcRequest,
  delegations: readonly Delegation[],
): Promise<readonly ChainState[]> {
  const { usages } = await readUsage(request, delegations)
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
