import type { PluginContext } from '@latchkey/plugin-api'
import type { Account, Chain, PublicClient, Transport, WalletClient } from 'viem'

export type Events = 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message'

/** EIP-1193, over whatever wallet is connected. viem, ethers and wagmi take it as it is. */
export interface EvmProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: Events | (string & {}), listener: (value: never) => void): EvmProvider
  removeListener(event: Events | (string & {}), listener: (value: never) => void): EvmProvider
}

export interface EvmApi {
  readonly provider: EvmProvider
  /** The same object as `provider`. */
  getProvider(): EvmProvider
  /** viem wallet client of the account and network in use. @throws `kernel.account_or_network_missing` */
  getWalletClient(): Promise<WalletClient<Transport, Chain, Account>>
  /** viem public client of a network by CAIP-2 id, of the one in use where none is named. @throws `kernel.network_unknown` */
  getPublicClient(network?: string): Promise<PublicClient<Transport, Chain>>
}

/** What listens to the provider, by event. The late part tells it. */
export type Listeners = Map<string, Set<(value: never) => void>>

export function createApi(
  ctx: PluginContext,
  chains: ReadonlyMap<string, Chain>,
  listeners: Listeners,
): EvmApi {
  const door = ctx.lazy('EVM provider', () => import('./provider.js'))
  const sdk = ctx.lazy('viem clients', () => import('./sdk/clients.js'))
  const provider: EvmProvider = {
    request: async (request) => (await door()).handle(ctx, request),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return {
    provider,
    getProvider: () => provider,
    getWalletClient: async () => (await sdk()).walletClient(ctx, chains, provider),
    getPublicClient: async (network) => (await sdk()).publicClient(ctx, chains, provider, network),
  }
}
