import type { Address, Hex } from 'viem'
import type { Operation, OperationGas } from '../operation/types.js'

export interface BundlerOptions {
  /** Asked in this order: each is the successor of the one before it. */
  urls: readonly string[]
  chainId: number
  /** For each request; 10,000 if left out. */
  timeoutMs?: number
  /** Of each answer; 262,144 if left out. */
  maxBytes?: number
  /** The platform's if left out. */
  fetch?: typeof fetch
}

/** The word of a bundler about an operation that is in a block. It is not believed: see {@link confirmOperation}. */
export interface OperationReceipt {
  hash: Hex
  sender: Address
  transactionHash: Hex
  /** Whether the calls were made. Without success the fee is paid nevertheless. */
  success: boolean
  /** Wei. */
  actualGasCost: bigint
  actualGasUsed: bigint
}

/** The knowledge about an operation when all bundlers were asked. */
export interface OperationSearch {
  /** The first bundler's that has one. */
  receipt?: OperationReceipt
  /** Of all bundlers that have one, in their order. They differ where one of them lies. */
  receipts: readonly OperationReceipt[]
  /** A bundler has it and waits for a block. */
  isPending: boolean
  /** How many bundlers gave no answer that can be used: these may have it. */
  unanswered: number
}

/** The bundlers of one chain, as one. */
export interface Bundler {
  /**
   * Looks for a bundler that serves the chain and EntryPoint 0.7.
   * @throws `smart.bundler_failed` if none does
   */
  check(): Promise<void>
  /**
   * Hands the operation to the first bundler that takes it. Handed to several, it is still executed only once, as
   * its nonce is used up.
   * @returns its hash, computed here
   * @throws `smart.bundler_failed` if none took it. One that did not answer may have it: {@link Bundler.find}
   */
  send(operation: Operation): Promise<Hex>
  /**
   * Hands the operation to every bundler: where the first one says that it waits, and nothing comes of it. It is
   * executed only once, as its nonce is used up. It never throws.
   */
  sendToAll(operation: Operation): Promise<void>
  /**
   * The gas that a bundler wants, not judged: see {@link boundGas}. The signature may be {@link STUB_SIGNATURE}.
   * @throws `smart.bundler_failed`
   */
  estimate(operation: Operation): Promise<OperationGas>
  /** Asks all bundlers for an operation. It never throws. */
  find(hash: Hex, sender: Address): Promise<OperationSearch>
}
