import {
  LatchkeyError,
  type Connection,
  type Connector,
  type ConnectRequest,
  type Json,
  type PluginContext,
} from '@latchkey/plugin-api'
import {
  createSync,
  notInstalled,
  type LiveConnections,
  type Placed,
} from '@latchkey/plugin-api/wallet'
import { NAMESPACE, type Chains } from '../chain/chains.js'
import { discover, findWallet, type Found } from './discovery.js'

/**
 * Delays in ms after which the page is searched again: these wallets write themselves into it when
 * they are ready, and announce nothing.
 */
const SEARCH_DELAYS_MS = [100, 300, 600, 1_000, 2_000, 4_000]

/** The networks of a snapshot. It is untrusted, as scripts of the page can write the storage. */
const networksIn = (snapshot: Json): readonly unknown[] => {
  const { networks } = (
    typeof snapshot === 'object' && snapshot !== null && !Array.isArray(snapshot) ? snapshot : {}
  ) as { networks?: unknown }
  return Array.isArray(networks) ? networks : []
}

function toConnector(
  ctx: PluginContext,
  chains: Chains,
  live: LiveConnections,
  code: () => Promise<typeof import('./connection.js')>,
  { id, name, rdns, homepage, path, events, provider }: Placed<Found>,
): Connector {
  const open = async (
    networks: ConnectRequest['networks'],
    isRestored: boolean,
    signal: AbortSignal,
  ): Promise<Connection | undefined> => {
    if (!findWallet(window, path)) throw notInstalled(id, name)
    const { openConnection } = await code()
    return openConnection(
      { id, provider, events, chains, live, end: ctx.signal },
      networks,
      isRestored,
      signal,
    )
  }
  return {
    id,
    name,
    rdns,
    kind: 'injected',
    namespaces: [NAMESPACE],
    install: { homepage },
    availability: () => (findWallet(window, path) ? 'installed' : 'missing'),
    prepare: async () => void (await code()),
    async connect({ networks, silent, signal, onStep }) {
      // Every request to these wallets may open a window.
      if (silent)
        throw new LatchkeyError(
          'wallet.unauthorized',
          `${name} cannot be connected silently: let the visitor connect it once, then it is restored.`,
          { context: { method: 'enable' } },
        )
      onStep({ step: 'confirm' })
      const connection = await open(networks, false, signal)
      if (!connection)
        throw new LatchkeyError(
          'wallet.bad_answer',
          `${name} showed no key on any of the networks.`,
          { context: { method: 'getKey' } },
        )
      return connection
    },
    async restore(snapshot, { networks, signal }) {
      const allowed = networksIn(snapshot)
      const wanted = networks.filter((network) => allowed.includes(network.id))
      return wanted.length ? open(wanted, true, signal) : undefined
    },
  }
}

/** Registers a connector for each wallet that appears in the page, and removes those that leave. */
export function registerWallets(ctx: PluginContext, chains: Chains): void {
  const live: LiveConnections = new Set()
  const code = ctx.lazy('Cosmos connections', () => import('./connection.js'))
  const sync = createSync(
    ctx.connectors,
    NAMESPACE,
    () => discovery.found(),
    (found) => toConnector(ctx, chains, live, code, found),
  )
  const discovery = discover(window, sync)
  const search = (): void => {
    discovery.search()
    sync()
  }
  search()
  const timers = SEARCH_DELAYS_MS.map((ms) => setTimeout(search, ms))
  window.addEventListener('load', search)
  ctx.onDispose(ctx.modal.subscribe(({ open }) => open && search()))
  ctx.onDispose(() => {
    for (const timer of timers) clearTimeout(timer)
    window.removeEventListener('load', search)
    discovery.stop()
  })
}
