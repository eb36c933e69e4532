import type { Address, Hex } from 'viem'

/** A JSON-RPC request to one endpoint: an EIP-1193 `request`, or that of a viem client. */
export type RpcRequest = (request: { method: string; params?: unknown }) => Promise<unknown>

/** One call that the account makes. */
export interface Call {
  to: Address
  /** Wei; 0 if left out. */
  value?: bigint
  /** `0x` if left out. */
  data?: Hex
}
