import type { PluginDefinition } from '@latchkey/plugin-api'
import { connectorPlugin } from './connectorPlugin.js'

/** Options of {@link ledger}. */
export interface LedgerOptions {
  /**
   * Id of this page in Ledger's catalogue of apps: Ledger opens the page at once then, and the
   * catalogue otherwise.
   */
  app?: string
}

/**
 * Ledger: by the provider in its own browser, elsewhere by a link that opens Ledger's app.
 * @example createKernel({ plugins: [evm({ networks: [mainnet] }), ledger({ app: 'my-shop' })] })
 */
export const ledger = ({ app }: LedgerOptions = {}): PluginDefinition<'ledger', void> =>
  connectorPlugin({
    id: 'ledger',
    register: async (ctx) => (await import('./late/linked.js')).registerLedger(ctx, app),
  })
