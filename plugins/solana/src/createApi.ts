import type { PluginContext } from '@latchkey/plugin-api'
import type { Listeners, SolanaApi, SolanaProvider } from './api.js'
import { NAMESPACE, type SolanaNetwork } from './chain/networks.js'

export function createApi(
  ctx: PluginContext,
  networks: readonly SolanaNetwork[],
  listeners: Listeners,
): SolanaApi {
  const host = ctx.lazy('Solana requests', () => import('./hostRequests.js'))
  const provider: SolanaProvider = {
    get address() {
      return ctx.accounts.active(NAMESPACE)?.address
    },
    request: async (request) => (await host()).request(ctx, request),
    signMessage: async (message, options) => (await host()).signMessage(ctx, message, options),
    signTransaction: async (transaction, options) =>
      (await (await host()).signAll(ctx, [transaction], options))[0]!,
    signAllTransactions: async (transactions, options) =>
      (await host()).signAll(ctx, transactions, options),
    signAndSendTransaction: async (transaction, options, sign) =>
      (await host()).signAndSend(ctx, transaction, options, sign),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return {
    provider,
    getProvider: () => provider,
    getEndpoint: async (network) => (await host()).endpointOf(ctx, networks, network),
  }
}
