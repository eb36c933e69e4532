import type { PluginDefinition } from '@latchkey/plugin-api'
import { connectorPlugin } from './connectorPlugin.js'

/**
 * OKX Wallet, by `window.okxwallet` where it does not announce itself, and on a phone by a link that
 * opens this page in the app's browser.
 * @example createKernel({ plugins: [evm({ networks: [mainnet] }), okx()] })
 */
export const okx = (): PluginDefinition<'okx', void> =>
  connectorPlugin({
    id: 'okx',
    reaches: { popups: ['https://www.okx.com'] },
    register: async (ctx) => (await import('./late/linked.js')).registerOkx(ctx),
  })
