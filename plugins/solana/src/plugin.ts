import { definePlugin, type PluginDefinition } from '@latchkey/plugin-api'
import { createApi, type Listeners, type SolanaApi } from './api.js'
import { NAMESPACE, type SolanaNetwork } from './networks.js'

export interface SolanaOptions {
  /** The first is the default network. */
  networks: readonly [SolanaNetwork, ...SolanaNetwork[]]
  /**
   * Where `window.solana` is listed, as "Browser Wallet", when no wallet announces that object by the Wallet Standard. `'mobile'` (default): on phones alone, where it is the app whose
   * browser this is; a desktop leaves it out, because nobody can tell there whose it is. `'always'`: on desktops too, for test tools and old wallets that inject it alone.
   */
  injected?: 'mobile' | 'always'
}

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    solana: SolanaApi
  }
  interface ErrorContexts {
    /** What would be sent could not be taken out again there, or the token cannot be moved: nothing was sent. @remarks Show it to the visitor: the recipient is a token or a token account, or the token forbids it. */
    'solana.transfer_refused': { to: string; token?: string }
  }
}

/**
 * Solana: wallets by the Wallet Standard, balances, tokens, signatures, transactions.
 * Loads nothing before a visitor touches a wallet, or a stored connection comes back.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [solana({ networks: [solanaMainnet] })] })
 */
export const solana = ({
  networks,
  injected,
}: SolanaOptions): PluginDefinition<'solana', SolanaApi> =>
  definePlugin({
    id: 'solana',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    // web3.js takes subscriptions where it reads, unless it is told where.
    reaches: {
      origins: [
        ...new Set(
          networks.flatMap(({ rpcUrls, wsUrl }) =>
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
      for (const { chain: _, wsUrl: __, ...network } of networks) ctx.networks.add(network)
      ctx.adapters.add({
        namespace: NAMESPACE,
        abilities: ['balance', 'assets', 'sign', 'send', 'estimate', 'read', 'describe'],
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
      // Wallets are looked for, and methods spoken for, when the visitor first needs them.
      ctx.late(async () =>
        (await import('./late.js')).registerLate(ctx, networks, listeners, injected === 'always'),
      )
      return createApi(ctx, networks, listeners)
    },
  })
