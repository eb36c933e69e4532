import { definePlugin, type PluginDefinition, type Schema } from '@latchkey/plugin-api'
import { createApi, type EvmApi, type Listeners } from './api.js'
import type { Entries, EvmStorage } from './memory.js'
import { NAMESPACE, toNetwork, type EvmChain } from './networks.js'

export interface EvmOptions {
  /** viem chains, as they are, or with `assets`: a picture of one's own. The first is the default network. */
  networks: readonly [EvmChain, ...EvmChain[]]
  /**
   * Where `window.ethereum` is listed, as "Browser Wallet", when no wallet announces that object by EIP-6963. `'mobile'` (default): on phones alone, where it is the app whose
   * browser this is; a desktop leaves it out, because nobody can tell there whose it is. `'always'`: on desktops too, for test tools and old wallets that inject it alone.
   */
  injected?: 'mobile' | 'always'
}

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    evm: EvmApi
  }
  interface ErrorContexts {
    /** The token's contract answers a transfer with false, or is no contract: nothing was sent. @remarks Check the token's address and network; the token may refuse this sender or recipient. */
    'evm.transfer_refused': { token: string }
  }
}

/** An object, or it throws. What is in it is checked where it is read. */
const asRecord: Schema<Entries> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('Expected an object.')
  return value as Entries
}

/**
 * EVM chains: wallets by EIP-6963 and EIP-1193, balances, signatures, transactions.
 * Loads nothing before a visitor touches a wallet, or a stored connection comes back.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks: [mainnet] })] })
 */
export const evm = ({
  networks,
  injected,
}: EvmOptions): PluginDefinition<'evm', EvmApi, EvmStorage> =>
  definePlugin({
    id: 'evm',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    storage: { version: 1, keys: { sent: asRecord }, most: { sent: 50 } },
    reaches: {
      origins: networks.flatMap(({ rpcUrls }) =>
        rpcUrls.default.http.map((url) => new URL(url).origin),
      ),
    },
    setup(ctx) {
      const listeners: Listeners = new Map()
      const chains = new Map<string, EvmChain>()
      for (const chain of networks) {
        const network = toNetwork(chain)
        chains.set(network.id, chain)
        ctx.networks.add(network)
      }
      ctx.adapters.add({
        namespace: NAMESPACE,
        abilities: [
          'balance',
          'assets',
          'sign',
          'typedData',
          'send',
          'calls',
          'capabilities',
          'estimate',
          'write',
          'read',
          'describe',
        ],
        resembles: (text) => typeof text === 'string' && /^(0x)?[0-9a-fA-F]{40}$/.test(text),
        session: {
          methods: [
            'personal_sign',
            'eth_signTypedData_v4',
            'eth_signTransaction',
            'eth_sendTransaction',
            'wallet_switchEthereumChain',
            'wallet_addEthereumChain',
            'wallet_watchAsset',
            'wallet_sendCalls',
            'wallet_getCallsStatus',
            'wallet_showCallsStatus',
            'wallet_getCapabilities',
            'wallet_getAssets',
          ],
          events: ['accountsChanged', 'chainChanged'],
        },
        load: async () => (await import('./adapter.js')).createAdapter(ctx),
      })
      // Wallets are looked for, and methods spoken for, when the visitor first needs them.
      ctx.late(async () =>
        (await import('./late.js')).registerLate(ctx, listeners, injected === 'always'),
      )
      return createApi(ctx, chains, listeners)
    },
  })
