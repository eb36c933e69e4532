import type { PluginContext } from '@latchkey/plugin-api'
import { NAMESPACE, type Chains } from './chain/chains.js'
import { registerWallets } from './wallet/connectors.js'
import { english } from './messages.js'
import { translations } from './translations.js'

/** Registers what loads on first use: the RPC policy, the texts, the wallets of the page. */
export function registerLate(ctx: PluginContext, chains: Chains): void {
  ctx.rpc.allow({
    namespace: NAMESPACE,
    methods: { cosmos_getAccounts: 'read', cosmos_signDirect: 'sign', cosmos_signAmino: 'sign' },
  })
  ctx.messages.add({ en: english, ...translations })
  if (typeof document !== 'undefined') registerWallets(ctx, chains)
}
