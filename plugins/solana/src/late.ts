import type { PluginContext } from '@latchkey/plugin-api'
import type { Listeners } from './api.js'
import { registerWallets } from './connectors.js'
import { tellEvents } from './events.js'
import { english } from './messages.js'
import { methods, nodeMethods } from './methods.js'
import { NAMESPACE, type SolanaNetwork } from './networks.js'
import { translations } from './translations.js'

/** What waits until the visitor needs it: the methods, the provider's events, the wallets of the page. */
export function registerLate(
  ctx: PluginContext,
  networks: readonly SolanaNetwork[],
  listeners: Listeners,
  listsInjected: boolean,
): void {
  ctx.rpc.allow({ namespace: NAMESPACE, methods: methods(), nodes: nodeMethods() })
  ctx.messages.add({ en: english, ...translations })
  tellEvents(ctx, listeners)
  if (typeof window !== 'undefined') registerWallets(ctx, networks, listsInjected)
}
