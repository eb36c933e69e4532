import { LatchkeyError, type Connection, type Connector, type ConnectRequest, type Dispose, type PluginContext } from '@latchkey/plugin-api'
import { NAMESPACE, type Chains } from './chains.js'
import { discover, type Found } from './discovery.js'
import type { Extension } from './injected.js'

/** Names of wallets that go by another in `injectedWeb3`. */
const NAMES: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js', 'subwallet-js': 'SubWallet', talisman: 'Talisman', 'fearless-wallet': 'Fearless Wallet', polkagate: 'PolkaGate', enkrypt: 'Enkrypt',
}
const nameOf = (key: string): string => (Object.hasOwn(NAMES, key) ? NAMES[key]! : key)

/** The id, or one like it where another plugin's connector has it: whoever repeats that id keeps no wallet out. */
const free = (ctx: PluginContext, id: string): string => (ctx.connectors.find(id) ? free(ctx, `${id}:${NAMESPACE}`) : id)

/** One extension as a connector. */
function toConnector(ctx: PluginContext, chains: Chains, key: string, extension: () => Extension | undefined): Connector {
  const id = free(ctx, `${NAMESPACE}.${key}`)
  const name = nameOf(key)
  const code = ctx.lazy(`${name} connection`, () => import('./connection.js'))
  const open = async (signal: AbortSignal): Promise<Connection> => {
    const found = extension()
    if (!found) throw new LatchkeyError('wallet.not_installed', `${name} is not in this page any more: reload it.`, { context: { connectorId: id } })
    const { openConnection } = await code()
    return openConnection({ id, extension: found, origin: ctx.metadata.name, chains, end: ctx.signal }, signal)
  }
  return {
    id, name, rdns: key, kind: 'injected', namespaces: [NAMESPACE],
    availability: () => (extension() ? 'installed' : 'unavailable'),
    prepare: async () => void (await code()),
    async connect({ silent, signal, onStep }: ConnectRequest) {
      // The family has no way to ask without a prompt; what was connected before is restored.
      if (silent) throw new LatchkeyError('wallet.unauthorized', `${name} cannot be connected without asking the visitor: connect it by a click.`, { context: { method: 'enable' } })
      onStep({ step: 'confirm' })
      return open(signal)
    },
    // The extension remembers the site. One that forgot it would ask, so nobody asks it for what this connector did not write.
    restore: async (snapshot, { signal }) => ((snapshot as { id?: unknown } | null)?.id === id ? open(signal) : undefined),
  }
}

/** Registers the extensions of the page as they come and go. */
export function registerWallets(ctx: PluginContext, chains: Chains): void {
  const registered = new Map<string, { found: Found; remove: Dispose }>()
  const sync = (): void => {
    const wanted = new Map(discovery.found().map((found) => [found.key, found]))
    for (const [key, { found, remove }] of registered) {
      if (wanted.get(key) === found) continue
      remove()
      registered.delete(key)
    }
    for (const found of wanted.values()) {
      if (registered.has(found.key)) continue
      const connector = toConnector(ctx, chains, found.key, () => (discovery.found().includes(found) ? found.extension : undefined))
      registered.set(found.key, { found, remove: ctx.connectors.add(connector) })
    }
  }
  const discovery = discover(window, (key) => ctx.connectors.isKnown({ rdns: key }), sync)
  ctx.onDispose(discovery.stop)
  ctx.events.on('modal:opened', discovery.look)
  discovery.look()
}
