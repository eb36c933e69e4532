import { definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import type { Listeners, SolanaApi } from './api.js'
import { createApi } from './createApi.js'
import { NAMESPACE } from './chain/networks.js'
import type { SolanaOptions } from './options.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    solana: SolanaApi
  }
  interface ErrorContexts {
    /**
     * Nothing was sent: the recipient could not take it out again, or the token cannot be moved.
     * @remarks Show it to the visitor: the recipient is a token or a token account, or the token
     * forbids it.
     */
    'solana.transfer_refused': { to: string; token?: string }
  }
}

/**
 * Solana: wallets by the Wallet Standard, balances, tokens, signatures, transactions.
 * Loads nothing before a visitor touches a wallet, or a stored connection comes back.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [solana({ networks: [solanaMainnet]
 * })] })
 */
export const solana = (options: SolanaOptions): PluginDefinition<'solana', SolanaApi> =>
  definePlugin({
    id: 'solana',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    // web3.js subscribes at the URL where it reads, unless another is given.
    reaches: {
      origins: [
        ...new Set(
          options.networks.flatMap(({ rpcUrls, wsUrl }) =>
            [
              ...rpcUrls.flatMap((url) => [url, url.replace(/^http/, 'ws')]),
              ...(wsUrl ? [wsUrl] : []),
            ].map((url) => new URL(url).origin),
          ),
        ),
      ],
    },
    setup(ctx) {
      const listeners: Listeners = new Map()
      for (const { chain: _, wsUrl: __, ...network } of options.networks) ctx.networks.add(network)
      ctx.adapters.add({
        namespace: NAMESPACE,
        abilities: ['balance', 'assets', 'sign', 'send', 'estimate', 'read', 'describe'],
        sendByDefault: true,
        tabs: ['tokens', 'nfts'],
        signIn: { withConnect: true },
        resembles: (text) => typeof text === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
        session: {
          methods: [
            'solana_signMessage',
            'solana_signTransaction',
            'solana_signAllTransactions',
            'solana_signAndSendTransaction',
          ],
          events: ['accountsChanged'],
        },
        load: async () => (await import('./adapter.js')).createAdapter(ctx),
      })
      // Discovery and the RPC policy load on first use.
      ctx.late(async () => (await import('./late.js')).registerLate(ctx, options, listeners))
      return createApi(ctx, options.networks, listeners)
    },
  })
