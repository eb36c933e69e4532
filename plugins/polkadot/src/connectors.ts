import {
  LatchkeyError,
  type Connection,
  type Connector,
  type ConnectRequest,
  type PluginContext,
} from '@latchkey/plugin-api'
import { createSync, type Placed } from '@latchkey/plugin-api/wallet'
import { NAMESPACE, type Chains } from './chains.js'
import { discover, type Found } from './discovery.js'

/** One extension as a connector. */
function toConnector(
  ctx: PluginContext,
  chains: Chains,
  { id, key, name, provider, extension }: Placed<Found>,
  isHere: (provider: object) => boolean,
): Connector {
  const code = ctx.lazy(`${name} connection`, () => import('./connection.js'))
  const open = async (signal: AbortSignal): Promise<Connection> => {
    if (!isHere(provider))
      throw new LatchkeyError(
        'wallet.not_installed',
        `${name} is not in this page any more: reload it.`,
        { context: { connectorId: id } },
      )
    const { openConnection } = await code()
    return openConnection(
      { id, extension, origin: ctx.metadata.name, chains, end: ctx.signal },
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
      // The family has no way to ask without a prompt; what was connected before is restored.
      if (silent)
        throw new LatchkeyError(
          'wallet.unauthorized',
          `${name} cannot be connected without asking the visitor: connect it by a click.`,
          { context: { method: 'enable' } },
        )
      onStep({ step: 'confirm' })
      return open(signal)
    },
    // The extension remembers the site. One that forgot it would ask, so nobody asks it for what this connector did not write.
    restore: async (snapshot, { signal }) =>
      (snapshot as { id?: unknown } | null)?.id === id ? open(signal) : undefined,
  }
}

/** Registers the extensions of the page as they come and go. */
export function registerWallets(ctx: PluginContext, chains: Chains): void {
  const isHere = (provider: object): boolean =>
    discovery.found().some((found) => found.provider === provider)
  const sync = createSync(
    ctx.connectors,
    NAMESPACE,
    () => discovery.found(),
    (found) => toConnector(ctx, chains, found, isHere),
  )
  const discovery = discover(window, (key) => ctx.connectors.isKnown({ rdns: key }), sync)
  ctx.onDispose(discovery.stop)
  ctx.events.on('modal:opened', discovery.look)
  discovery.look()
}
