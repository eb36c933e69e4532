import {
  isLatchkeyError,
  LatchkeyError,
  type Caip2,
  type Connection,
  type Connector,
  type ConnectRequest,
  type DirectoryWallet,
  type Json,
  type Network,
  type PluginContext,
} from '@latchkey/plugin-api'
import { environment } from './links/environment.js'
import { aborted, toWalletError } from './errors.js'
import { icon } from './icon.js'
import { openLink, pairingLink } from './links/links.js'
import type { Pairing } from './pairing/pairing.js'
import { CODE_LIFETIME_MS } from './pairing/machine.js'
import { linkFor } from './links/platforms.js'
import type { Offer, RelayClient } from './sdk/relayClient.js'
import { openSession, type SessionNeeds } from './session/connection.js'
import { toAsk, type AskedNamespaces } from './session/namespaces.js'
import { canSignIn, fulfil, toSignIn } from './session/signIn.js'

export const CONNECTOR_ID = 'walletConnect'

export interface ConnectorNeeds {
  ctx: PluginContext
  /** Loads the client, once. */
  client(): Promise<RelayClient>
  pairing: Pairing
  /** Called with each connection, so that the host may ping it. */
  onConnection(connection: Connection): void
  onEnd(ended: Connection): void
  /** Called with each event of a wallet that its session allows. */
  onEvent: NonNullable<SessionNeeds['onEvent']>
  /** Sets the app that requests open. */
  useApp(link: { href: string; name: string }): void
}

const topicOf = (snapshot: Json): string | undefined => {
  const topic =
    typeof snapshot === 'object' && snapshot !== null && 'topic' in snapshot
      ? snapshot.topic
      : undefined
  return typeof topic === 'string' ? topic : undefined
}

const askedBy = ({ adapters, rpc }: PluginContext, networks: readonly Network[]): AskedNamespaces =>
  toAsk(
    adapters
      .get()
      .map(({ value: { namespace } }) => ({ namespace, session: rpc.sessionOf(namespace) })),
    networks,
  )
const allAsked = (ctx: PluginContext): AskedNamespaces =>
  askedBy(
    ctx,
    ctx.networks.get().map(({ value }) => value),
  )

/**
 * Makes the connection of a session, and ends a session that cannot be used.
 * @throws `walletconnect.bad_session`, `walletconnect.session_missing`
 */
function toConnection(
  { ctx, onConnection, onEnd, onEvent }: ConnectorNeeds,
  client: RelayClient,
  topic: string,
): Connection {
  const needs: SessionNeeds = {
    connectorId: CONNECTOR_ID,
    client,
    end: ctx.signal,
    onEnd,
    onEvent,
    asked: () => allAsked(ctx),
    ruleOf: ctx.rpc.ruleOf,
    adapter: (namespace) => ctx.adapters.find(namespace)?.value,
    network: (id: Caip2) => ctx.networks.find(id)?.value,
    onSurplus(dropped) {
      ctx.log.warn(
        'The wallet granted more than was asked for; this is not used:',
        dropped.slice(0, 20),
      )
      ctx.events.emit('walletconnect:surplus-dropped', { dropped })
    },
  }
  try {
    const connection = openSession(topic, needs)
    onConnection(connection)
    return connection
  } catch (error) {
    if (isLatchkeyError(error, 'walletconnect.bad_session'))
      void client.end(topic).catch(() => undefined)
    throw error
  }
}

const notSilent = (): LatchkeyError =>
  new LatchkeyError(
    'wallet.connect_failed',
    'A wallet behind a relay cannot be connected silently: the visitor has to use the code.',
    { context: { connectorId: CONNECTOR_ID } },
  )

const keyOf = (wanted: AskedNamespaces, signIn?: unknown): string =>
  JSON.stringify([wanted, signIn ?? null])

/** How a code is made, and the key that tells it from codes that ask for something else. */
function offerOf(
  client: RelayClient,
  wanted: AskedNamespaces,
  request?: ConnectRequest,
): { key: string; make(): Promise<Offer> } {
  const signIn = request && canSignIn(request, wanted) ? toSignIn(request, wanted) : undefined
  return {
    key: keyOf(wanted, signIn),
    make: () => (signIn ? client.authenticate(signIn) : client.propose(wanted)),
  }
}

/**
 * Opens a wallet's app with the code that is ready.
 * @returns that code; `undefined` where none is ready, or the wallet has no link here
 */
function openApp(
  { ctx, pairing, useApp }: ConnectorNeeds,
  wallet: DirectoryWallet,
): string | undefined {
  const place = environment()
  const [base, uri] = [linkFor('mobile', wallet, place), pairing.ready(keyOf(allAsked(ctx)))]
  const link = uri === undefined ? undefined : pairingLink(base, uri, place)
  if (link === undefined || base === undefined) return undefined
  openLink(link, place)
  useApp({ href: base, name: wallet.name })
  return uri
}

/** Makes the connector of all namespaces that have an adapter, also those of foreign plugins. */
export function createConnector(needs: ConnectorNeeds): Connector {
  const { ctx, client, pairing } = needs
  /**
   * The code with which an app was opened: the attempt waits for this one, though it does not ask for
   * a sign-in.
   */
  let handed: string | undefined
  return {
    id: CONNECTOR_ID,
    name: 'WalletConnect',
    icon,
    kind: 'walletConnect',
    get namespaces() {
      return ctx.adapters.get().map(({ value }) => value.namespace)
    },
    availability: () => (ctx.adapters.get().length ? 'available' : 'unavailable'),
    async prepare() {
      // The code is ready when the relay has answered. If that fails, `connect` makes a code.
      pairing
        .prepare(offerOf(await client(), allAsked(ctx)))
        .catch((error: unknown) => ctx.log.debug('prepare', error))
    },
    handOver(wallet) {
      const uri = openApp(needs, wallet)
      handed = uri ?? handed
      return uri !== undefined
    },
    async connect(request) {
      const { signal, onStep, networks, signIn } = request
      if (signal.aborted) throw aborted('Connecting', signal.reason)
      if (request.silent) throw notSilent()
      const loaded = await client()
      const asked = askedBy(ctx, networks)
      const isHanded = handed !== undefined && handed === pairing.ready(keyOf(asked))
      handed = undefined
      const { session, signed } = await pairing.run({
        ...offerOf(loaded, asked, isHanded ? undefined : request),
        signal,
        onOffer: ({ uri, madeAt }) =>
          onStep({ step: 'uri', uri, expiresAt: madeAt + CODE_LIFETIME_MS }),
      })
      const connection: Connection = toConnection(needs, loaded, session.topic)
      if (signIn && signed) fulfil(signIn, signed, connection)
      return connection
    },
    async restore(snapshot) {
      const topic = topicOf(snapshot)
      if (topic === undefined) return undefined
      try {
        return toConnection(needs, await client(), topic)
      } catch (error) {
        ctx.log.warn(toWalletError(error, 'restore').message)
        // Only a session that has ended is forgotten. One that could not be loaded may come back the
        // next time.
        if (
          isLatchkeyError(error, 'walletconnect.session_missing') ||
          isLatchkeyError(error, 'walletconnect.bad_session')
        )
          return undefined
        throw error
      }
    },
  }
}
