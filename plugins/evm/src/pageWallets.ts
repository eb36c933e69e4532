import type { Dispose, PluginContext } from '@latchkey/plugin-api'
import type { Eip1193Provider } from './ask.js'
import { discover, idsOf } from './discovery.js'
import { NAMESPACE } from './networks.js'
import { toConnector, type Live } from './toConnector.js'

/** The id, or one like it where another plugin's connector has it: whoever repeats that id keeps no wallet out. */
const free = (ctx: PluginContext, id: string): string => (ctx.connectors.find(id) ? free(ctx, `${id}:${NAMESPACE}`) : id)

/**
 * Registers announced wallets (EIP-6963) under their rdns as they appear, and `window.ethereum` as `injected` unless an announced wallet is the same object.
 * However many announce, the registry is gone through once a task.
 */
export function registerWallets(ctx: PluginContext, listsInjected: boolean): void {
  const injected = (): Eip1193Provider | undefined => {
    try {
      const { ethereum } = window as { ethereum?: Eip1193Provider }
      return typeof ethereum?.request === 'function' && !discovery.found().some(({ provider }) => provider === ethereum) ? ethereum : undefined
    } catch {
      // A getter or a proxy of somebody's.
      return undefined
    }
  }
  const live: Live = new Set()
  const registered = new Map<string, { provider: Eip1193Provider; remove: Dispose }>()
  const sync = (): void => {
    const wanted = idsOf(discovery.found())
    for (const [id, { provider, remove }] of registered) {
      if (wanted.get(id)?.provider === provider) continue
      remove()
      registered.delete(id)
    }
    for (const [id, { name, icon, rdns, provider }] of wanted) {
      if (registered.has(id)) continue
      const connector = toConnector(ctx, live, { id: free(ctx, id), name, rdns, kind: 'announced', ...(icon && { icon }), provider: () => provider })
      registered.set(id, { provider, remove: ctx.connectors.add(connector) })
    }
  }
  const discovery = discover(window, (rdns) => ctx.connectors.isKnown({ rdns }), sync)
  ctx.onDispose(discovery.stop)
  ctx.connectors.add(toConnector(ctx, live, { id: 'injected', name: 'Browser Wallet', kind: 'injected', alwaysListed: listsInjected, provider: injected }))
}
