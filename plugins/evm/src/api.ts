import type { PluginContext } from '@latchkey/plugin-api'
import type { Account, Chain, PublicClient, Transport, WalletClient } from 'viem'
import type { EvmProvider, ProviderListeners } from './evmProvider.js'

/** The API of this plugin for hosts: `kernel.plugins.evm`. */
export interface EvmApi {
  readonly provider: EvmProvider
  /** The same object as `provider`. */
  getProvider(): EvmProvider
  /**
   * viem wallet client of the account and network in use. @throws
   * `kernel.account_or_network_missing`
   */
  getWalletClient(): Promise<WalletClient<Transport, Chain, Account>>
  /**
   * viem public client of a network by CAIP-2 id, of the one in use where none is named. @throws
   * `kernel.network_unknown`
   */
  getPublicClient(network?: string): Promise<PublicClient<Transport, Chain>>
}

/** Makes the API. Its provider and its viem clients load on first use. */
export function createApi(
  ctx: PluginContext,
  chains: ReadonlyMap<string, Chain>,
  listeners: ProviderListeners,
): EvmApi {
  const loadProvider = ctx.lazy('EVM provider', () => import('./wallet/provider.js'))
  const loadClients = ctx.lazy('viem clients', () => import('./sdk/clients.js'))
  const provider: EvmProvider = {
    request: async (request) => (await loadProvider()).handle(ctx, request),
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
    getWalletClient: async () => (await loadClients()).walletClient(ctx, chains, provider),
    getPublicClient: async (network) =>
      (await loadClients()).publicClient(ctx, chains, provider, network),
  }
}
