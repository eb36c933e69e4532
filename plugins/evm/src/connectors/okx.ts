import type { PluginDefinition } from '@latchkey/plugin-api'
import { connectorPlugin } from './connectorPlugin.js'

/**
 * OKX Wallet where it does not announce itself (`window.okxwallet`); on a phone by a link that opens this page in its browser.
 * @example createKernel({ plugins: [evm({ networks: [mainnet] }), okx()] })
 */
export const okx = (): PluginDefinition<'okx', void> =>
  connectorPlugin({
    id: 'okx',
    reaches: { popups: ['https://www.okx.com'] },
    register: async (ctx) => (await import('./late/linked.js')).registerOkx(ctx),
  })
