import type { PluginDefinition } from '@latchkey/plugin-api'
import { isSafeApp } from '../safeApp.js'
import { connectorPlugin } from './connectorPlugin.js'

export interface SafeOptions {
  /** `false`: waits for the visitor's click inside the Safe app, too. */
  autoConnect?: boolean
}

/**
 * A Safe, when the page runs inside the Safe app, where it is connected at the start without the modal. Elsewhere there is no such wallet.
 * @example createKernel({ plugins: [evm({ networks: [mainnet] }), safe()] })
 */
export const safe = ({ autoConnect = true }: SafeOptions = {}): PluginDefinition<'safe', void> =>
  connectorPlugin({
    id: 'safe',
    register: async (ctx) => (await import('./late/safe/register.js')).registerSafe(ctx),
    start(ctx) {
      if (autoConnect && typeof window !== 'undefined' && isSafeApp(window))
        ctx.connections
          .connect('safe', { silent: true })
          .catch((error: unknown) => ctx.log.warn('The Safe did not connect:', error))
    },
  })
