import {
  LatchkeyError,
  type Connection,
  type Connector,
  type ConnectRequest,
  type PluginContext,
} from '@latchkey/plugin-api'
import {
  createSync,
  notInstalled,
  type LiveConnections,
  type Placed,
} from '@latchkey/plugin-api/wallet'
import { NAMESPACE, type Chains } from '../chain/chains.js'
import { discover, type Found } from './discovery.js'

/** Makes the connector of an extension. */
function toConnector(
  ctx: PluginContext,
  chains: Chains,
  live: LiveConnections,
  { id, key, name, provider, extension }: Placed<Found>,
  isHere: (provider: object) => boolean,
): Connector {
  const code = ctx.lazy(`${name} connection`, () => import('./connection.js'))
  const open = async (signal: AbortSignal): Promise<Connection> => {
    if (!isHere(provider)) throw notInstalled(id, name)
    const { openConnection } = await code()
    return openConnection(
      { id, extension, origin: ctx.metadata.name, chains, live, end: ctx.signal },
      signal,
    )
  }
  return {
    id,
    name,
    rdns: key,
    kind: 'injected',
    namespaces: [NAMESPACE],
    availability: () => (isHere(provider) ? 'installed' : 'unavailable'),
    prepare: async () => void (await code()),
    async connect({ silent, signal, onStep }: ConnectRequest) {
      // These extensions always prompt. A wallet that was connected before is restored instead.
      if (silent)
        throw new LatchkeyError(
          'wallet.unauthorized',
          `${name} cannot be connected without asking the visitor: connect it by a click.`,
          { context: { method: 'enable' } },
        )
      onStep({ step: 'confirm' })
      return open(signal)
    },
    // The extension remembers the site. One that forgot it would prompt, so only a snapshot that
    // this connector wrote is restored.
    restore: async (snapshot, { signal }) =>
      (snapshot as { id?: unknown } | null)?.id === id ? open(signal) : undefined,
  }
}

/** Registers a connector for each extension of the page, and removes those that leave. */
export function registerWallets(ctx: PluginContext, chains: Chains): void {
  const live: LiveConnections = new Set()
  const isHere = (provider: object): boolean =>
    discovery.found().some((found) => found.provider === provider)
  const sync = createSync(
    ctx.connectors,
    NAMESPACE,
    () => discovery.found(),
    (found) => toConnector(ctx, chains, live, found, isHere),
  )
  const discovery = discover(window, (key) => ctx.connectors.isKnown({ rdns: key }), sync)
  ctx.onDispose(discovery.stop)
  ctx.events.on('modal:opened', discovery.search)
  discovery.search()
}
