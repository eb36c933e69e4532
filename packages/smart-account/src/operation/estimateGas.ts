import { LatchkeyError } from '@latchkey/plugin-api'
import type { RpcRequest } from '../types.js'
import type { OperationGas, UnsignedOperation } from './types.js'

/**
 * Our own estimate of an operation's gas, by the chain's node alone, as a measure for bundlers.
 * @param extra units that the chain adds for its data availability (rollups); 0 if left out
 * @throws `smart.node_failed`; `smart.bad_input` with the part `calls` if the calls would fail
 */
export function estimateGas(
  _node: RpcRequest,
  _operation: UnsignedOperation,
  _extra = 0n,
): Promise<OperationGas> {
  return Promise.reject(new LatchkeyError('smart.node_failed', 'Not built yet.'))
}
