export type ProviderEvent = 'connect' | 'accountChanged' | 'disconnect'

/** A transaction of web3.js 1, with a version or without. */
export interface TransactionObject {
  serialize(options?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array
}
/** An object of web3.js 1, or the bytes that go over the wire, which every SDK reads and writes. */
export type AnyTransaction = Uint8Array | TransactionObject

export interface SignOptions {
  /** The address of a connected account. Default: the account in use. */
  account?: string
  signal?: AbortSignal
}
/** How a node takes the transaction: the options of `sendTransaction`. */
export interface SendOptions {
  skipPreflight?: boolean
  preflightCommitment?: string
  maxRetries?: number
  minContextSlot?: number
}

/**
 * Signs and sends by the connected wallet, in the network in use. Bytes are answered with bytes, and
 * an object of web3.js with an object of the same class.
 */
export interface SolanaProvider {
  /** The address of the account in use. */
  readonly address: string | undefined
  /**
   * A request of the WalletConnect profile, or of Solana's JSON-RPC. @throws
   * `rpc.method_not_allowed`, `rpc.no_connection`, `wallet.*`
   */
  request(request: { method: string; params?: unknown }): Promise<unknown>
  /** @returns the 64 bytes of the signature */
  signMessage(message: Uint8Array, options?: SignOptions): Promise<Uint8Array>
  signTransaction<T extends AnyTransaction>(transaction: T, options?: SignOptions): Promise<T>
  signAllTransactions<T extends AnyTransaction>(
    transactions: readonly T[],
    options?: SignOptions,
  ): Promise<T[]>
  /** @returns the signature in base58, which is the transaction's id */
  signAndSendTransaction(
    transaction: AnyTransaction,
    options?: SendOptions,
    sign?: SignOptions,
  ): Promise<string>
  on(event: ProviderEvent, listener: (address: string | undefined) => void): SolanaProvider
  off(event: ProviderEvent, listener: (address: string | undefined) => void): SolanaProvider
}

/** Where a network is read. */
export interface SolanaEndpoint {
  /** CAIP-2 id. */
  network: string
  url: string
  /** Present where the network names one. */
  wsUrl?: string
}

export interface SolanaApi {
  readonly provider: SolanaProvider
  /** The same object as `provider`. */
  getProvider(): SolanaProvider
  /**
   * The node of a network, for an SDK's own client.
   * @param network CAIP-2 id of a network of Solana. Default: the network in use
   * @throws `kernel.network_unknown`, also for networks of other families
   */
  getEndpoint(network?: string): Promise<SolanaEndpoint>
}

/** A kernel with this plugin. */
export interface SolanaKernel {
  readonly plugins: { readonly solana: SolanaApi }
}

/** Listeners of the provider, by event. The late part of the plugin calls them. */
export type Listeners = Map<string, Set<(address: string | undefined) => void>>
