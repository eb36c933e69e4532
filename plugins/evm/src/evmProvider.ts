/** Events of EIP-1193. */
export type EvmEvent = 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message'

/**
 * An EIP-1193 provider over the wallet that is connected. viem, ethers and wagmi take it as it is.
 */
export interface EvmProvider {
  /** @throws errors with the numeric codes of EIP-1193, EIP-3326 and JSON-RPC */
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: EvmEvent | (string & {}), listener: (value: never) => void): EvmProvider
  removeListener(event: EvmEvent | (string & {}), listener: (value: never) => void): EvmProvider
}

/** The provider's listeners by event. The late part of the plugin calls them. */
export type ProviderListeners = Map<string, Set<(value: never) => void>>
