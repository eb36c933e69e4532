import type { PluginContext } from '@latchkey/plugin-api'
import { NAMESPACE, type Chains } from './chain.js'
import { registerWallets } from './connectors.js'
import { english } from './messages.js'
import { translations } from './translations.js'

/** What waits until the visitor needs it: the methods and the wallets of the page. */
export function registerLate(ctx: PluginContext, chains: Chains): void {
  ctx.rpc.allow({
    namespace: NAMESPACE,
    methods: { cosmos_getAccounts: 'read', cosmos_signDirect: 'sign', cosmos_signAmino: 'sign' },
  })
  ctx.messages.add({ en: english, ...translations })
  if (typeof window !== 'undefined') registerWallets(ctx, chains)
}
