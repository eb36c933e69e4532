import type { PluginContext } from '@latchkey/plugin-api'
import { registerWallets } from './wallet/connectors.js'
import { english } from './messages.js'
import { methods } from './chain/methods.js'
import { NAMESPACE } from './chain/networks.js'
import type { BitcoinSource } from './chain/source.js'
import { translations } from './translations.js'

/**
 * Registers what is loaded when the visitor first needs it: the RPC methods and the wallets of the
 * page.
 */
export function registerLate(ctx: PluginContext, source: () => Promise<BitcoinSource>): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods })
  ctx.messages.add({ en: english, ...translations })
  if (typeof document !== 'undefined') registerWallets(ctx, source)
}
