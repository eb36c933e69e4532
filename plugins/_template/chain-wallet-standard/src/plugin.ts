import { definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import { createApi, type SampleChainApi } from './api.js'
import { mainnet, NAMESPACE, toNetwork, type SampleChainNetwork } from './chain/networks.js'

/** Options of {@link sampleChain}. */
export interface SampleChainOptions {
  /** Networks that the site offers; the first is the default. Mainnet if left out. */
  networks?: readonly [SampleChainNetwork, ...SampleChainNetwork[]]
}

// Types the API of this plugin for hosts and other plugins, and the context of its errors.
declare module '@latchkey/plugin-api' {
  interface PluginApis {
    'sample-chain': SampleChainApi
  }
  interface ErrorContexts {
    /** The message to sign is bytes that are not UTF-8. @remarks Give text, or text as bytes. */
    'sample-chain.message_not_text': object
  }
}

/**
 * Sample Chain: its wallets, balances and signatures. Loads nothing before a visitor touches a
 * wallet.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [sampleChain({ networks: [mainnet]
 * })] })
 */
export const sampleChain = ({ networks = [mainnet] }: SampleChainOptions = {}): PluginDefinition<
  'sample-chain',
  SampleChainApi
> =>
  definePlugin({
    id: 'sample-chain',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    // The passport: ctx.http refuses other origins, and a host derives its
    // Content-Security-Policy from it.
    reaches: {
      origins: networks.flatMap(({ rpcUrls = [] }) => rpcUrls.map((url) => new URL(url).origin)),
    },
    setup(ctx) {
      for (const network of networks) ctx.networks.add(toNetwork(network))
      ctx.adapters.add({
        namespace: NAMESPACE,
        label: 'Sample Chain',
        abilities: ['balance', 'sign'],
        // The shape only: the adapter checks addresses in full.
        resembles: (text) => typeof text === 'string' && /^sc1[0-9a-f]{10}$/i.test(text),
        session: { methods: ['samplech_getBalance', 'samplech_sign'], events: ['accountsChanged'] },
        load: async () => (await import('./adapter.js')).createAdapter(ctx),
      })
      ctx.late(async () => (await import('./late.js')).registerLate(ctx))
      return createApi(ctx)
    },
  })
