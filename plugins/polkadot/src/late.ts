import type { PluginContext } from '@latchkey/plugin-api'
import { NAMESPACE, type Chains } from './chain/chains.js'
import { registerWallets } from './wallet/connectors.js'
import { english } from './messages.js'
import { methods, NODE_METHODS } from './chain/methods.js'
import { translations } from './translations.js'

/** Registers what loads on first use: the RPC policy, the texts, the wallets of the page. */
export function registerLate(ctx: PluginContext, chains: Chains): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods: methods(), nodes: NODE_METHODS })
  ctx.messages.add({ en: english, ...translations })
  // The kernel may have been disposed while this module loaded.
  if (typeof window !== 'undefined' && !ctx.signal.aborted) registerWallets(ctx, chains)
}
