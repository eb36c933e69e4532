import type { PluginContext } from '@latchkey/plugin-api'
import { registerWallets } from './connectors.js'
import { methods } from './methods.js'
import { NAMESPACE } from './networks.js'

/** What waits until the visitor needs it: the methods, the wallets of the page. */
export function registerLate(ctx: PluginContext): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods: methods() })
  if (typeof window !== 'undefined') registerWallets(ctx)
}
