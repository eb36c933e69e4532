import { LatchkeyError, type Dispose, type PluginContext, type Slice } from '@latchkey/plugin-api'
import type { WalletConnectApi } from './api.js'
import { demandAppLink } from './appLink.js'
import { CONNECTOR_ID, createConnector } from './connector.js'
import { environment, reusesCodes } from './environment.js'
import { demandClient, noSession } from './errors.js'
import { next, type PairingEvent, type PairingState } from './pairing/machine.js'
import { createPairing, type Pairing } from './pairing/pairing.js'
import type { IsRead } from './sdk/appOpener.js'
import type { RelayClient } from './sdk/relayClient.js'
import { demandSockets, type SocketClass } from './sockets.js'
import type { RelayConnection } from './session/connection.js'
import { translations } from './translations.js'

interface Options {
  projectId: string | undefined
  relayUrl: string | undefined
  verify: boolean
  webSocket: SocketClass | undefined
}
type Context = PluginContext<{ store: (value: unknown) => string }>

const metadataOf = (ctx: Context) => {
  const { name, description = '', url, icons = [] } = ctx.metadata
  return {
    name,
    description,
    url: url ?? (typeof location === 'undefined' ? '' : location.origin),
    icons: [...icons],
  }
}

/** The name under which this kernel's keys are stored: made once, kept in the kernel's own storage. */
function storeIdOf({ storage }: Context): string {
  const known = storage.get('store')
  if (known && /^[a-z0-9]{8,32}$/.test(known)) return known
  const made = crypto.randomUUID().replaceAll('-', '').slice(0, 16)
  storage.set('store', made)
  return made
}

/** Loads the client when it is first needed, and gives it back with the plugin. */
function createLoader(
  ctx: Context,
  { projectId, relayUrl, verify, webSocket }: Options,
  onLoad: (client: RelayClient) => Dispose,
) {
  let now: RelayClient | undefined
  const load = ctx.lazy('WalletConnect client', async () => {
    const { RelayClient } = await import('./sdk/relayClient.js')
    const isRead: IsRead = (method, namespace) => ctx.rpc.ruleOf(method, namespace).class === 'read'
    const client = await RelayClient.open({
      projectId,
      relayUrl: relayUrl!,
      verify,
      webSocket,
      metadata: metadataOf(ctx),
      storeId: storeIdOf(ctx),
      isRead,
    })
    const off = onLoad(client)
    const end = (): void => {
      off()
      client.dispose()
    }
    if (ctx.signal.aborted) end()
    else ctx.onDispose(end)
    return (now = client)
  })
  // Told as it is, before it would be told as a part that did not load.
  const demand = async (): Promise<RelayClient> => {
    demandSockets(webSocket)
    return load()
  }
  return { load: demand, now: () => now }
}

const unreadable = (cause: unknown): LatchkeyError =>
  new LatchkeyError(
    'walletconnect.bad_session',
    'The wallet opened a session that is not in the form of the standard.',
    { context: { part: 'namespaces' }, cause },
  )

/** The connection that is there, the client behind it, and the codes that lead to it. */
function createLine(ctx: Context, options: Options, slice: Slice<PairingState>) {
  let connection: RelayConnection | undefined
  const tell = (event: PairingEvent): void => slice.set((state) => next(state, event))
  const { load, now } = createLoader(ctx, options, (client) => {
    const off = client.on((signal) => {
      if (signal.type === 'answered') pairing.answered(signal.topic)
      // The relay wants another key, another origin or another clock: that is for the host to see.
      else if (signal.type === 'refused') ctx.alerts.report(signal.error)
      else if (signal.type === 'unreadable') pairing.failed(unreadable(signal.error))
    })
    return () => {
      off()
      connection?.detach()
    }
  })
  const pairing: Pairing = createPairing({
    tell,
    reuses: () => reusesCodes(environment()),
    isOnline: () => typeof navigator === 'undefined' || navigator.onLine !== false,
    discard: ({ session }) =>
      void now()
        ?.end(session.topic)
        .catch(() => undefined),
    withdraw: (offer) => now()?.withdraw(offer),
  })
  const connector = createConnector({
    ctx: ctx as unknown as PluginContext,
    pairing,
    client: load,
    onConnection: (made) => void (connection = made),
    useApp: (link) => void now()?.useApp(link),
    onEnd(ended) {
      if (connection !== ended || ctx.signal.aborted) return
      connection = undefined
      tell({ type: 'reset' })
    },
  })
  /** @throws `walletconnect.not_initialized`, `walletconnect.no_session` */
  const session = (): { topic: string; client: RelayClient } => {
    const client = demandClient(now())
    if (!connection) throw noSession()
    return { topic: connection.id, client }
  }
  return { connector, now, session }
}

/** What waits until the visitor needs it: the connector, the texts, the machine. */
export function start(
  ctx: Context,
  options: Options,
  slice: Slice<PairingState>,
): Pick<WalletConnectApi, 'connect' | 'ping' | 'extend' | 'useApp'> {
  ctx.messages.add({
    en: () => import('./messages.js').then(({ english }) => english),
    ...translations,
  })
  const { connector, now, session } = createLine(ctx, options, slice)
  if (options.relayUrl) ctx.connectors.add(connector)
  return {
    async connect({ namespaces, signal } = {}) {
      if (!ctx.connectors.find(CONNECTOR_ID))
        throw new LatchkeyError('kernel.connector_missing', 'WalletConnectConnector not found', {
          context: { connectorId: CONNECTOR_ID },
        })
      return ctx.connections.connect(CONNECTOR_ID, {
        ...(namespaces && { namespaces }),
        ...(signal && { signal }),
      })
    },
    async ping() {
      const { topic, client } = session()
      await client.ping(topic)
    },
    async extend() {
      const { topic, client } = session()
      await client.extend(topic)
    },
    async useApp(link) {
      const checked = demandAppLink(link)
      await now()?.useApp(checked)
    },
  }
}
