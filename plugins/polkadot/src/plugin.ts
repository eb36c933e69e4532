import { definePlugin, type Caip2, type PluginDefinition } from '@latchkey/plugin-api'
import { createApi, type PolkadotApi } from './api.js'
import { NAMESPACE, toNetwork, type PolkadotNetwork } from './chain/chains.js'

/** Options of {@link polkadot}. */
export interface PolkadotOptions {
  /** The first is the default network. `@latchkey/polkadot/networks` has well-known ones. */
  networks: readonly [PolkadotNetwork, ...PolkadotNetwork[]]
}

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    polkadot: PolkadotApi
  }
  interface ErrorContexts {
    /**
     * A node is of another chain than the network that names it. Nothing is read from it. @remarks
     * Correct `rpcUrls` or `genesisHash` of that network.
     */
    'polkadot.wrong_chain': { network: string; genesisHash: string; url: string }
  }
}

/**
 * Polkadot and the chains of its kind: extensions of the page, SS58 accounts, balances, signatures,
 * transfers.
 * Loads nothing before a visitor touches a wallet, or a stored connection comes back.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [polkadot({ networks: [polkadotHub]
 * })] })
 */
export const polkadot = ({
  networks,
}: PolkadotOptions): PluginDefinition<'polkadot', PolkadotApi> =>
  definePlugin({
    id: 'polkadot',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    reaches: {
      origins: networks.flatMap(({ rpcUrls }) => rpcUrls.map((url) => new URL(url).origin)),
    },
    setup(ctx) {
      const chains = new Map<Caip2, PolkadotNetwork>()
      for (const chain of networks) {
        const network = toNetwork(chain)
        chains.set(network.id, chain)
        ctx.networks.add(network)
      }
      const clients = ctx.lazy('Polkadot API', async () =>
        (await import('./sdk/clients.js')).createClients(chains, ctx.signal),
      )
      ctx.adapters.add({
        namespace: NAMESPACE,
        abilities: ['balance', 'sign', 'send', 'estimate', 'read', 'describe'],
        resembles: (text) =>
          typeof text === 'string' &&
          /^([1-9A-HJ-NP-Za-km-z]{46,50}|0x[0-9a-fA-F]{40})$/.test(text),
        session: {
          methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
          events: ['accountsChanged', 'chainChanged'],
        },
        load: async () => (await import('./adapter.js')).createAdapter(ctx, chains, clients),
      })
      // Discovery and the RPC policy load on first use.
      ctx.late(async () => (await import('./late.js')).registerLate(ctx, chains))
      return createApi(ctx, clients)
    },
  })
