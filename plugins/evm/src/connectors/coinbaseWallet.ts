import type { PluginDefinition } from '@latchkey/plugin-api'
import type { CoinbaseStorage } from './late/coinbase/register.js'
import { connectorPlugin } from './connectorPlugin.js'

/**
 * Coinbase's wallets, without their SDK: the smart wallet in a window of keys.coinbase.com
 * (`coinbaseWalletSDK`), and the app (`coinbaseWallet`), by its object in the page where it does not
 * announce itself, and on a phone by a link that opens this page in the app's browser.
 * A page with `Cross-Origin-Opener-Policy: same-origin` cannot talk to the window: use
 * `same-origin-allow-popups`.
 * @example createKernel({ plugins: [evm({ networks: [mainnet] }), coinbaseWallet()] })
 */
export const coinbaseWallet = (): PluginDefinition<'coinbase-wallet', void, CoinbaseStorage> =>
  connectorPlugin({
    id: 'coinbase-wallet',
    // Only Coinbase knows the status of a batch of calls that was sent there.
    reaches: {
      origins: ['https://rpc.wallet.coinbase.com'],
      popups: ['https://keys.coinbase.com', 'https://go.cb-w.com'],
    },
    storage: { version: 1, keys: { session: String } },
    async register(ctx) {
      const [{ registerCoinbaseApp }, { registerSmartWallet }] = await Promise.all([
        import('./late/linked.js'),
        import('./late/coinbase/register.js'),
      ])
      registerCoinbaseApp(ctx)
      registerSmartWallet(ctx)
    },
  })
