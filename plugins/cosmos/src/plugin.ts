import { definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import type { CosmosApi } from './api.js'
import { createApi } from './createApi.js'
import { NAMESPACE, toNetwork, type CosmosNetwork } from './chain/chains.js'

/** Options of {@link cosmos}. */
export interface CosmosOptions {
  /** The first is the default network. `@latchkey/cosmos/networks` has well-known ones. */
  networks: readonly [CosmosNetwork, ...CosmosNetwork[]]
}

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    cosmos: CosmosApi
  }
  interface ErrorContexts {
    /**
     * The chain refused a signed transaction. `code` is that of the module `codespace`.
     * @remarks Look up the code in that module: of `sdk`, 5 means insufficient funds, 11 too little
     * gas, 32 a wrong sequence.
     */
    'cosmos.transaction_refused': { network: string; code: number; codespace: string }
  }
}

/**
 * Cosmos chains: Keplr, Leap, Cosmostation and OKX in the page, balances, signatures, bank
 * transfers.
 * Loads nothing before a visitor touches a wallet, or a stored connection comes back.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [cosmos({ networks: [cosmoshub,
 * osmosis] })] })
 */
export const cosmos = ({ networks }: CosmosOptions): PluginDefinition<'cosmos', CosmosApi> =>
  definePlugin({
    id: 'cosmos',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    reaches: {
      origins: networks.flatMap(({ rpcUrls }) => rpcUrls.map((url) => new URL(url).origin)),
    },
    setup(ctx) {
      const chains = new Map(networks.map((chain) => [toNetwork(chain).id as string, chain]))
      for (const chain of networks) ctx.networks.add(toNetwork(chain))
      ctx.adapters.add({
        namespace: NAMESPACE,
        abilities: ['balance', 'sign', 'send', 'estimate', 'describe'],
        // Bitcoin's SegWit addresses have the same shape.
        resembles: (text) =>
          typeof text === 'string' &&
          /^(?!(?:bc|tb|bcrt)1)[a-z][a-z0-9]{0,19}1[02-9ac-hj-np-z]{38,59}$/i.test(text),
        session: {
          methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
          events: ['accountsChanged', 'chainChanged'],
        },
        load: async () => (await import('./adapter.js')).createAdapter(ctx, chains),
      })
      // Discovery and the RPC policy load on first use.
      ctx.late(async () => (await import('./late.js')).registerLate(ctx, chains))
      return createApi(ctx)
    },
  })
