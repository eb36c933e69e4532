import type { PluginContext } from '@latchkey/plugin-api'
import { NAMESPACE, type Chains } from './chains.js'
import { registerWallets } from './connectors.js'
import { english } from './messages.js'
import { methods } from './methods.js'

/** What waits until the visitor needs it: the methods, the texts, the wallets of the page. */
export function registerLate(ctx: PluginContext, chains: Chains): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods: methods() })
  ctx.messages.add({ en: english })
  if (typeof window !== 'undefined') registerWallets(ctx, chains)
}
