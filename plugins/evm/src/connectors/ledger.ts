import type { PluginDefinition } from '@latchkey/plugin-api'
import { connectorPlugin } from './connectorPlugin.js'

export interface LedgerOptions {
  /** Id of this page in Ledger's catalogue of apps, which then opens at once; without one the catalogue does. */
  app?: string
}

/**
 * Ledger: in its own browser by the provider there, elsewhere by a link that opens Ledger's app.
 * @example createKernel({ plugins: [evm({ networks: [mainnet] }), ledger({ app: 'my-shop' })] })
 */
export const ledger = ({ app }: LedgerOptions = {}): PluginDefinition<'ledger', void> =>
  connectorPlugin({
    id: 'ledger',
    register: async (ctx) => (await import('./late/linked.js')).registerLedger(ctx, app),
  })
