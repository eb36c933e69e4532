import {
  LatchkeyError,
  type Connection,
  type Dispose,
  type PluginContext,
  type Slice,
} from '@latchkey/plugin-api'
import type { WalletConnectApi } from './api.js'
import { demandAppLink } from './links/appLink.js'
import { CONNECTOR_ID, createConnector } from './connector.js'
import { environment, reusesCodes } from './links/environment.js'
import { demandClient, noSession } from './errors.js'
import { english } from './messages.js'
import { next, type PairingEvent, type PairingState } from './pairing/machine.js'
import { createPairing, type Pairing } from './pairing/pairing.js'
import { shareAttempts } from './pairing/shared.js'
import type { IsRead } from './sdk/appOpener.js'
import type { RelayClient } from './sdk/relayClient.js'
import type { TextStorage } from './sdk/store.js'
import type { WalletEvent } from './sdk/universal/needs.js'
import { parseNamespaces } from './session/namespaces.js'
import { demandSockets, type SocketClass } from './sockets.js'
import { translations } from './translations.js'

interface Options {
  projectId: string | undefined
  relayUrl: string | undefined
  verify: boolean
  webSocket?: SocketClass
  storage?: TextStorage
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

/**
 * The name of this kernel's database: made once, and kept in the kernel's own storage.
 */
function storeIdOf({ storage }: Context): string {
  const known = storage.get('store')
  if (known && /^[a-z0-9]{8,32}$/.test(known)) return known
  const made = crypto.randomUUID().replaceAll('-', '').slice(0, 16)
  storage.set('store', made)
  return made
}

/** Loads the client when it is first needed, and disposes of it when the plugin ends. */
function createLoader(
  ctx: Context,
  { relayUrl, webSocket, ...options }: Options,
  onLoad: (client: RelayClient) => Dispose,
) {
  let now: RelayClient | undefined
  const load = ctx.lazy('WalletConnect client', async () => {
    const { RelayClient } = await import('./sdk/relayClient.js')
    const isRead: IsRead = (method, namespace) => ctx.rpc.ruleOf(method, namespace).class === 'read'
    const client = await RelayClient.open({
      ...options,
      relayUrl: relayUrl!,
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
  // A missing WebSocket is reported as such, and not as a part that failed to load.
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

/** Makes the connector, with the client and the pairing behind it. */
function createLine(ctx: Context, options: Options, slice: Slice<PairingState>) {
  let connection: Connection | undefined
  const listeners = new Set<(event: WalletEvent) => void>()
  const dispatch = (event: PairingEvent): void => slice.set((state) => next(state, event))
  const { load, now } = createLoader(ctx, options, (client) => {
    const off = client.on((signal) => {
      if (signal.type === 'answered') pairing.answered(signal.topic)
      // The relay refuses this page's key, origin or clock: the host has to see that.
      else if (signal.type === 'refused') ctx.alerts.report(signal.error)
      else if (signal.type === 'unreadable') pairing.failed(unreadable(signal.error))
    })
    return off
  })
  const pairing: Pairing = createPairing({
    dispatch,
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
    onEvent: (event) => listeners.forEach((listener) => listener(event)),
    useApp: (link) => void now()?.useApp(link),
    onEnd(ended) {
      if (connection !== ended || ctx.signal.aborted) return
      connection = undefined
      dispatch({ type: 'reset' })
    },
  })
  /** @throws `walletconnect.not_initialized`, `walletconnect.no_session` */
  const session = (): { topic: string; client: RelayClient } => {
    const client = demandClient(now())
    if (!connection) throw noSession()
    return { topic: connection.id, client }
  }
  const onEvent = (listener: (event: WalletEvent) => void): Dispose => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { connector, load, now, session, onEvent }
}

/** @throws `kernel.connector_missing` where neither a relay nor a project is set */
function demandConnector({ connectors }: Context): void {
  if (!connectors.find(CONNECTOR_ID))
    throw new LatchkeyError('kernel.connector_missing', 'WalletConnectConnector not found', {
      context: { connectorId: CONNECTOR_ID },
    })
}

/** Makes what opens the published provider, once, with the parts that it shares with this half. */
function createUniversal(
  ctx: Context,
  { load, onEvent }: ReturnType<typeof createLine>,
  { begin }: ReturnType<typeof shareAttempts>,
): WalletConnectApi['getUniversalProvider'] {
  let opensModal = true
  const open = ctx.lazy('WalletConnect universal provider', async () => {
    const [{ openUniversalProvider }, client] = await Promise.all([
      import('./sdk/universal/universalProvider.js'),
      load(),
    ])
    return openUniversalProvider({
      ctx: ctx as unknown as PluginContext,
      connectorId: CONNECTOR_ID,
      client,
      begin,
      parseNamespaces,
      onEvent,
      opensModal: () => opensModal,
    })
  })
  return async ({ modal = opensModal } = {}) => {
    demandConnector(ctx)
    opensModal = modal
    return (await open()) as never
  }
}

/** Registers what the visitor needs first with a wallet: the connector, the texts, the pairing. */
export function start(
  ctx: Context,
  options: Options,
  slice: Slice<PairingState>,
): Pick<WalletConnectApi, 'connect' | 'ping' | 'extend' | 'useApp' | 'getUniversalProvider'> {
  ctx.messages.add({
    en: english,
    ...translations,
  })
  const line = createLine(ctx, options, slice)
  const { connector, now, session } = line
  const attempts = shareAttempts((wanted) => ctx.connections.connect(CONNECTOR_ID, wanted))
  if (options.relayUrl) ctx.connectors.add(connector)
  return {
    async connect({ namespaces, signal } = {}) {
      demandConnector(ctx)
      return attempts.join({ ...(namespaces && { namespaces }), ...(signal && { signal }) })
    },
    getUniversalProvider: createUniversal(ctx, line, attempts),
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
