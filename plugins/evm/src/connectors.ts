import { LatchkeyError, type Connection, type Connector, type ConnectRequest, type Dispose, type PluginContext } from '@latchkey/plugin-api'
import type { Eip1193Provider } from './ask.js'
import { openConnection } from './connection.js'
import { discover, idsOf } from './discovery.js'
import { NAMESPACE } from './networks.js'

interface Wallet {
  id: string
  name: string
  icon?: string
  rdns?: string
  kind: 'announced' | 'injected'
  provider(): Eip1193Provider | undefined
}

type Live = Set<{ readonly provider: Eip1193Provider }>

/** One EIP-1193 wallet as a connector. */
const toConnector = (ctx: PluginContext, live: Live, { provider, ...wallet }: Wallet): Connector => {
  const open = async ({ signal }: Pick<ConnectRequest, 'signal'>, method: 'eth_accounts' | 'eth_requestAccounts'): Promise<Connection | undefined> => {
    const found = provider()
    if (!found) throw new LatchkeyError('wallet.not_installed', `${wallet.name} is not in this page any more: reload it.`, { context: { connectorId: wallet.id } })
    return openConnection({ id: wallet.id, connectorId: wallet.id, provider: found, live, network: (id) => ctx.networks.find(id)?.value, end: ctx.signal }, method, signal)
  }
  return {
    ...wallet,
    namespaces: [NAMESPACE],
    availability: () => (provider() ? 'installed' : 'unavailable'),
    async connect(request) {
      request.onStep({ step: 'confirm' })
      const connection = await open(request, request.silent ? 'eth_accounts' : 'eth_requestAccounts')
      if (!connection) throw new LatchkeyError('wallet.bad_answer', `${wallet.name} exposed no account.`, { context: { method: 'eth_requestAccounts' } })
      return connection
    },
    restore: (_snapshot, request) => open(request, 'eth_accounts'),
  }
}

/**
 * Registers announced wallets (EIP-6963) under their rdns as they appear, and `window.ethereum` as `injected` unless an announced wallet is the same object.
 * However many announce, the registry is gone through once a task.
 */
export function registerWallets(ctx: PluginContext): void {
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
      const connector = toConnector(ctx, live, { id, name, rdns, kind: 'announced', ...(icon && { icon }), provider: () => provider })
      registered.set(id, { provider, remove: ctx.connectors.add(connector) })
    }
  }
  const discovery = discover(window, (rdns) => ctx.connectors.isKnown({ rdns }), sync)
  ctx.onDispose(discovery.stop)
  ctx.connectors.add(toConnector(ctx, live, { id: 'injected', name: 'Browser Wallet', kind: 'injected', provider: injected }))
}
