import { definePlugin, type PluginDefinition, type Schema } from '@latchkey/plugin-api'
import { createApi, type EvmApi } from './api.js'
import type { Entries, EvmStorage } from './chain/pendingTransactions.js'
import type { ProviderListeners } from './evmProvider.js'
import { NAMESPACE, toNetwork, type EvmChain } from './chain/networks.js'

/** Options of {@link evm}. */
export interface EvmOptions {
  /**
   * viem chains, maybe with a picture of your own in `assets`. The first is the default network.
   */
  networks: readonly [EvmChain, ...EvmChain[]]
  /**
   * Where `window.ethereum` is listed, as "Browser Wallet", when no wallet announces that object by
   * EIP-6963. `'mobile'` (default): on phones only, where it is the app whose browser shows the page;
   * on a desktop any extension may have put it there. `'always'`: on desktops too, for test tools and
   * for old wallets that do not announce themselves.
   */
  injected?: 'mobile' | 'always'
  /**
   * Whether names of ENS are looked up at gateways outside of the chain too, where their contract says
   * so (ERC-3668). A gateway learns which name a visitor looks up. Only https gateways are asked.
   * `true` if left out.
   */
  ccipRead?: boolean
}

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    evm: EvmApi
  }
  interface ErrorContexts {
    /**
     * The token's contract answers a transfer with false, or is not a contract: nothing was sent.
     * @remarks Check the token's address and network; the token may refuse this sender or
     * recipient.
     */
    'evm.transfer_refused': { token: string }
    /**
     * The account does not have the NFT any more, or not as many pieces: nothing was sent.
     * @remarks Read the account's NFTs anew.
     */
    'evm.nft_gone': { token: string; id: string }
    /**
     * The receiver is a contract that does not take this NFT, as its collection asks it: nothing was
     * sent. @remarks Send to an address of a person, or to a contract that takes NFTs.
     */
    'evm.receiver_refused': { token: string; id: string; receiver: string }
    /**
     * The wallet grants permissions (ERC-7715), and not on this network: it has no smart accounts there.
     * Nothing was asked of it. @remarks Switch to another network first.
     */
    'evm.permissions_unsupported': { network: string }
  }
}

/** Methods and events for which a WalletConnect session asks a wallet on EVM chains. */
const SESSION = {
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
} as const

/**
 * The schema of the stored pending transactions: any object passes. Its entries are checked when they
 * are read.
 */
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
export const evm = (options: EvmOptions): PluginDefinition<'evm', EvmApi, EvmStorage> => {
  const { networks, injected } = options
  const hasNames = networks.some(({ contracts }) => contracts?.ensUniversalResolver)
  return definePlugin({
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
      const listeners: ProviderListeners = new Map()
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
          'permissions',
          'read',
          'describe',
          ...(hasNames ? (['nameLookup'] as const) : []),
        ],
        sendByDefault: true,
        tabs: ['tokens', 'nfts', 'activity'],
        signIn: { withConnect: true },
        resembles: (text) => typeof text === 'string' && /^(0x)?[0-9a-fA-F]{40}$/.test(text),
        session: SESSION,
        load: async () =>
          (await import('./adapter.js')).createAdapter(ctx, hasNames ? options : undefined),
      })
      // Wallet discovery and the RPC policy load on first use.
      ctx.late(async () =>
        (await import('./late.js')).registerLate(ctx, listeners, injected === 'always'),
      )
      return createApi(ctx, chains, listeners)
    },
  })
}
