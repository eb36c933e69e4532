import { definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import { createApi, type SampleChainApi } from './api.js'
import { mainnet, NAMESPACE, toNetwork, type SampleChainNetwork } from './chain.js'

export interface SampleChainOptions {
  /** The networks that the site offers; the first is the default. Mainnet if left out. */
  networks?: readonly [SampleChainNetwork, ...SampleChainNetwork[]]
}

// So that `ctx.use` and `ctx.peer` of other plugins know what this one offers, and its errors are typed.
declare module '@latchkey/plugin-api' {
  interface PluginApis {
    'sample-chain': SampleChainApi
  }
  interface ErrorContexts {
    /** A message to sign is bytes that are no UTF-8. */
    'sample-chain.message_not_text': object
  }
}

/**
 * Sample Chain: its injected wallet, balances and signatures. Loads nothing before a visitor touches a wallet.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [sampleChain({ networks: [mainnet] })] })
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
    // The passport: ctx.http refuses everything else, and a host derives its Content-Security-Policy from it.
    reaches: {
      origins: networks.flatMap(({ rpcUrls = [] }) => rpcUrls.map((url) => new URL(url).origin)),
    },
    setup(ctx) {
      for (const network of networks) ctx.networks.add(toNetwork(network))
      ctx.adapters.add({
        namespace: NAMESPACE,
        label: 'Sample Chain',
        abilities: ['balance', 'sign'],
        // Shape only: the full check needs the adapter.
        resembles: (text) => typeof text === 'string' && /^sc1[0-9a-f]{10}$/i.test(text),
        session: { methods: ['samplech_getBalance', 'samplech_sign'], events: ['accountsChanged'] },
        load: async () => (await import('./adapter.js')).createAdapter(ctx),
      })
      ctx.late(async () => (await import('./late.js')).registerLate(ctx))
      return createApi(ctx)
    },
  })
