import type { PluginContext } from '@latchkey/plugin-api'
import { NAMESPACE, type Chains } from './chains.js'
import { registerWallets } from './connectors.js'
import { english } from './messages.js'
import { methods, NODE_METHODS } from './methods.js'
import { translations } from './translations.js'

/** What waits until the visitor needs it: the methods, the texts, the wallets of the page. */
export function registerLate(ctx: PluginContext, chains: Chains): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods: methods(), nodes: NODE_METHODS })
  ctx.messages.add({ en: english, ...translations })
  // The kernel may have ended while this was loaded.
  if (typeof window !== 'undefined' && !ctx.signal.aborted) registerWallets(ctx, chains)
}
