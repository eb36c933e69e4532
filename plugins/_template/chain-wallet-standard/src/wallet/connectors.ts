import {
  LatchkeyError,
  type Connection,
  type Connector,
  type PluginContext,
} from '@latchkey/plugin-api'
import { createSync, type LiveConnections, type Placed } from '@latchkey/plugin-api/wallet'
import { discoverStandardWallets, type AnnouncedWallet } from '@latchkey/plugin-api/wallet-standard'
import { NAMESPACE } from '../chain/networks.js'
import { openConnection } from './connection.js'

/** Makes the connector of a wallet that announced itself. */
function toConnector(
  { id, name, icon, provider: wallet }: Placed<AnnouncedWallet>,
  live: LiveConnections,
  end: AbortSignal,
): Connector {
  const open = (isSilent: boolean, signal: AbortSignal): Promise<Connection | undefined> =>
    openConnection({ id, wallet, live, end }, isSilent, signal)
  return {
    id,
    name,
    // The standard has no rdns: a wallet is known by its name.
    rdns: name,
    ...(icon && { icon }),
    kind: 'announced',
    namespaces: [NAMESPACE],
    availability: () => 'installed',
    async connect({ silent, signal, onStep }) {
      onStep({ step: 'confirm' })
      const connection = await open(silent, signal)
      if (!connection)
        throw new LatchkeyError(
          'wallet.unauthorized',
          `${name} shows no account: let the visitor connect it.`,
        )
      return connection
    },
    restore: (_, { signal }) => open(true, signal),
  }
}

/** Registers a connector for each wallet that announces itself, and removes those that leave. */
export function registerWallets({
  connectors,
  signal,
  onDispose,
}: Pick<PluginContext, 'connectors' | 'signal' | 'onDispose'>): void {
  // A server has no wallets, and a kernel that ended while this module loaded needs none.
  if (typeof window === 'undefined' || signal.aborted) return
  const live: LiveConnections = new Set()
  const sync = createSync(
    connectors,
    NAMESPACE,
    () => discovery.found(),
    (found) => toConnector(found, live, signal),
  )
  const discovery = discoverStandardWallets({
    target: window,
    namespace: NAMESPACE,
    isKnown: (name) => connectors.isKnown({ rdns: name }),
    onChange: sync,
  })
  onDispose(discovery.stop)
}
