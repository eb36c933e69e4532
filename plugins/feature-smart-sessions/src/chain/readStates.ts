import { readUsage, type Delegation, type RpcRequest } from '@latchkey/smart-account'
import type { SessionUsage } from '../api.js'

/** The state of a delegation on the chain. */
export interface ChainState {
  /** The account has taken it back. */
  isDisabled: boolean
  usage: SessionUsage
}

/**
 * Asks the chain about delegations, all in one call.
 * @throws `smart.node_failed`
 */
export async function readStates(
  request: RpcRequest,
  delegations: readonly Delegation[],
): Promise<readonly ChainState[]> {
  const usages = await readUsage(request, delegations)
  return usages.map(({ isDisabled, amount, calls }) => ({
    isDisabled,
    usage: {
      amount: amount && { used: amount.used, left: amount.available },
      calls: calls && { used: Number(calls.used), left: Number(calls.left) },
    },
  }))
}
