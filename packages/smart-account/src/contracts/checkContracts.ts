import { LatchkeyError } from '@latchkey/plugin-api'
import type { RpcRequest } from '../types.js'
import type { ContractName } from './addresses.js'

/** How the contracts of a chain differ from the ones that this package was made for. */
export interface ContractDifferences {
  /** Without code at their address. */
  missing: readonly ContractName[]
  /** With other code there. */
  other: readonly ContractName[]
}

/**
 * Compares the code at the addresses of {@link CONTRACTS} with the known one. Both lists are empty where smart
 * accounts work.
 * @throws `smart.node_failed`
 */
export function checkContracts(_node: RpcRequest): Promise<ContractDifferences> {
  return Promise.reject(new LatchkeyError('smart.node_failed', 'Not built yet.'))
}
