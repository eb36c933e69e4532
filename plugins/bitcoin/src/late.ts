import type { PluginContext } from '@latchkey/plugin-api'
import { registerWallets } from './connectors.js'
import { english } from './messages.js'
import { methods } from './methods.js'
import { NAMESPACE } from './networks.js'
import type { BitcoinSource } from './source.js'
import { translations } from './translations.js'

/** What waits until the visitor needs it: the methods and the wallets of the page. */
export function registerLate(ctx: PluginContext, source: () => Promise<BitcoinSource>): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods })
  ctx.messages.add({ en: english, ...translations })
  if (typeof window !== 'undefined') registerWallets(ctx, source)
}
