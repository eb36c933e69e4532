import type { PluginContext } from '@latchkey/plugin-api'
import type { ProviderListeners } from './evmProvider.js'
import { registerWallets } from './wallet/pageWallets.js'
import { emitProviderEvents } from './wallet/events.js'
import { english } from './messages.js'
import { methods, nodeMethods } from './chain/methods.js'
import { NAMESPACE } from './chain/networks.js'
import { translations } from './translations.js'

/** Registers what the visitor needs first with a wallet: methods, provider events, page wallets. */
export function registerLate(
  ctx: PluginContext,
  listeners: ProviderListeners,
  listsInjected: boolean,
): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods: methods(), nodes: nodeMethods() })
  ctx.messages.add({ en: english, ...translations })
  emitProviderEvents(ctx, listeners)
  // React Native has a window, and no page in which wallets could be.
  if (typeof document !== 'undefined') registerWallets(ctx, listsInjected)
}
