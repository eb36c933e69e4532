import type { PluginContext } from '@latchkey/plugin-api'
import type { Listeners } from './api.js'
import { registerWallets } from './wallet/connectors.js'
import { emitProviderEvents } from './wallet/providerEvents.js'
import { english } from './messages.js'
import { methods, nodeMethods } from './chain/methods.js'
import { NAMESPACE } from './chain/networks.js'
import type { SolanaOptions } from './options.js'
import { translations } from './translations.js'

/**
 * Registers what is loaded when the visitor first needs it: the RPC methods, the provider's events,
 * the wallets of the page.
 */
export function registerLate(
  ctx: PluginContext,
  options: SolanaOptions,
  listeners: Listeners,
): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods: methods(), nodes: nodeMethods() })
  ctx.messages.add({ en: english, ...translations })
  emitProviderEvents(ctx, listeners)
  if (typeof document !== 'undefined') registerWallets(ctx, options)
}
