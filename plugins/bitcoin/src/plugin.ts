import {
  definePlugin,
  LatchkeyError,
  type Network,
  type PluginDefinition,
} from '@latchkey/plugin-api'
import type { BitcoinApi } from './api.js'
import { createApi } from './createApi.js'
import { NAMESPACE } from './chain/networks.js'
import type { BitcoinSource } from './chain/source.js'

export interface BitcoinOptions {
  /**
   * `mainnet`, `testnet`, `signet`, `regtest`, or a network like them. `rpcUrls` name Esplora
   * servers. The first is the default network.
   */
  networks: readonly [Network, ...Network[]]
  /** Reads balances and coins and sends transactions in place of those servers. */
  source?: BitcoinSource
}

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    bitcoin: BitcoinApi
  }
  interface ErrorContexts {
    /** An account was to be chosen without its address. @remarks Pass on the address. */
    'bitcoin.address_required': object
    /**
     * An account that is not for payments was to be chosen. Ordinals accounts are shown and can
     * sign, but not be in use. @remarks Choose a payment account.
     */
    'bitcoin.not_payment': object
    /**
     * Bytes that are not UTF-8 were to be signed as a message. Bitcoin wallets sign text. @remarks
     * Sign text, or a hexadecimal spelling of the bytes.
     */
    'bitcoin.message_not_text': object
    /**
     * The confirmed coins do not cover amount and fee. `amount` is in satoshi. @remarks Send less,
     * or wait until coins are confirmed.
     */
    'bitcoin.insufficient_funds': { address: string; amount: string }
    /**
     * A transfer from this address cannot be built here: the address is older than SegWit, or its
     * script is unknown. @remarks Let the visitor send in the wallet itself.
     */
    'bitcoin.cannot_build': { address: string }
  }
}

/**
 * Bitcoin: wallets by WBIP, Wallet Standard and their own objects (UniSat, OKX, Leather), balances,
 * signatures, transfers.
 * Loads nothing before a visitor touches a wallet, or a stored connection comes back.
 * @example createKernel({ metadata: { name: 'Shop' }, plugins: [bitcoin({ networks: [mainnet] })]
 * })
 */
export const bitcoin = ({
  networks,
  source,
}: BitcoinOptions): PluginDefinition<'bitcoin', BitcoinApi> =>
  definePlugin({
    id: 'bitcoin',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    reaches: {
      origins: networks.flatMap(({ rpcUrls }) => rpcUrls.map((url) => new URL(url).origin)),
    },
    setup(ctx) {
      for (const network of networks) {
        if (network.namespace !== NAMESPACE)
          throw new LatchkeyError(
            'kernel.invalid_option',
            `"${network.name}" is of ${network.namespace}: expected networks of ${NAMESPACE}.`,
            { context: { option: 'networks' } },
          )
        ctx.networks.add(network)
      }
      const esplora = ctx.lazy(
        'Bitcoin source',
        async () => (await import('./chain/source.js')).esplora,
      )
      const from = async (): Promise<BitcoinSource> => source ?? esplora()
      ctx.adapters.add({
        namespace: NAMESPACE,
        abilities: ['balance', 'sign', 'send', 'estimate', 'describe'],
        resembles: (text) =>
          typeof text === 'string' &&
          /^((bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/i.test(text),
        session: {
          methods: ['sendTransfer', 'getAccountAddresses', 'signPsbt', 'signMessage'],
          events: ['bip122_addressesChanged'],
        },
        load: async () => (await import('./adapter.js')).createAdapter(ctx, from),
      })
      // Discovery and the RPC policy load on first use.
      ctx.late(async () => (await import('./late.js')).registerLate(ctx, from))
      return createApi(ctx, from)
    },
  })
