import type { PluginDefinition } from '@latchkey/plugin-api'
import { isSafeApp } from './safeApp.js'
import { connectorPlugin } from './connectorPlugin.js'

/** Options of {@link safe}. */
export interface SafeOptions {
  /** `false`: inside the Safe app, too, the Safe connects only by the visitor's click. */
  autoConnect?: boolean
}

/**
 * The Safe in whose app the page runs: it connects at the start, without the modal. On other
 * pages this plugin lists nothing.
 * @example createKernel({ plugins: [evm({ networks: [mainnet] }), safe()] })
 */
export const safe = ({ autoConnect = true }: SafeOptions = {}): PluginDefinition<'safe', void> =>
  connectorPlugin({
    id: 'safe',
    register: async (ctx) => (await import('./late/safe/register.js')).registerSafe(ctx),
    start(ctx) {
      if (autoConnect && typeof document !== 'undefined' && isSafeApp(window))
        ctx.connections
          .connect('safe', { silent: true })
          .catch((error: unknown) => ctx.log.warn('The Safe did not connect:', error))
    },
  })
