import type { PluginContext } from '@latchkey/plugin-api'
import type { CosmosApi, CosmosProvider } from './api.js'

export function createApi(ctx: PluginContext): CosmosApi {
  const door = ctx.lazy('Cosmos provider', () => import('./wallet/provider.js'))
  const over = (network?: string): CosmosProvider => ({
    getAccounts: async () => (await door()).getAccounts(ctx, network),
    signDirect: async (...request) => (await door()).signDirect(ctx, network, ...request),
    signAmino: async (...request) => (await door()).signAmino(ctx, network, ...request),
    signArbitrary: async (...request) => (await door()).signArbitrary(ctx, network, ...request),
  })
  const provider = over()
  return { provider, getProvider: (network) => (network === undefined ? provider : over(network)) }
}
