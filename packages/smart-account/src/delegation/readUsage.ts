import { LatchkeyError } from '@latchkey/plugin-api'
import type { Address, Hex } from 'viem'
import type { RpcRequest } from '../types.js'
import type { Delegation } from './types.js'

/** The state of a delegation on the chain. */
export interface DelegationUsage {
  /** Its id, `pci`. */
  hash: Hex
  /** Ended by the account. */
  isDisabled: boolean
  /** Of those by {@link Limits.maxCalls}; absent where calls are not counted. */
  calls?: { used: bigint; left: bigint }
  /**
   * Of the coin or token, in base units; absent for grants of calls. `used` is counted in all, or in
   * the present period. `available` can be moved now.
   */
  amount?: { used: bigint; available: bigint }
}

/** Multicall3, at the address that it has on every chain where it was put. */
export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Reads how much of delegations on one chain has been used and is left, in one request.
 * @throws `smart.node_failed`
 */
export function readUsage(
  _node: RpcRequest,
  _delegations: readonly Delegation[],
  _multicall: Address = MULTICALL,
): Promise<readonly DelegationUsage[]> {
  return Promise.reject(new LatchkeyError('smart.node_failed', 'Not built yet.'))
}
