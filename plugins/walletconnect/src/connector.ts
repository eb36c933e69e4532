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
import { environment } from './environment.js'
import { aborted, toWalletError } from './errors.js'
import { openLink, pairingLink } from './links.js'
import type { Pairing } from './pairing/pairing.js'
import { LIFETIME } from './pairing/machine.js'
import { linkFor } from './platforms.js'
import type { Offer, RelayClient } from './sdk/relayClient.js'
import { RelayConnection, type ConnectionNeeds } from './session/connection.js'
import { toAsk, type AskedNamespaces } from './session/namespaces.js'
import { canSignIn, fulfil, toSignIn } from './session/signIn.js'

export const CONNECTOR_ID = 'walletConnect'

export interface ConnectorNeeds {
  ctx: PluginContext
  /** Loads the client, once. */
  client(): Promise<RelayClient>
  pairing: Pairing
  /** Told of every connection, so that the host may ping it. */
  onConnection(connection: RelayConnection): void
  onEnd(ended: RelayConnection): void
  /** Says which app requests are to open. */
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

/** A session as a connection; one that cannot be used is ended. @throws `walletconnect.bad_session`, `walletconnect.session_missing` */
function toConnection(
  { ctx, onConnection, onEnd }: ConnectorNeeds,
  client: RelayClient,
  topic: string,
): RelayConnection {
  const needs: ConnectionNeeds = {
    connectorId: CONNECTOR_ID,
    client,
    onEnd,
    asked: () => allAsked(ctx),
    ruleOf: ctx.rpc.ruleOf,
    adapter: (namespace) => ctx.adapters.find(namespace)?.value,
    network: (id: Caip2) => ctx.networks.find(id)?.value,
    onSurplus(dropped) {
      ctx.log.warn(
        'The wallet gave more than was asked for; this is not used:',
        dropped.slice(0, 20),
      )
      ctx.events.emit('walletconnect:surplus-dropped', { dropped })
    },
  }
  try {
    const connection = new RelayConnection(topic, needs)
    onConnection(connection)
    return connection
  } catch (error) {
    if (isLatchkeyError(error, 'walletconnect.bad_session'))
      void client.end(topic).catch(() => undefined)
    throw error
  }
}

const keyOf = (wanted: AskedNamespaces, signIn?: unknown): string =>
  JSON.stringify([wanted, signIn ?? null])

/** How a code is made for what is asked, and what tells it from codes for something else. */
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

/** Opens a wallet's app with the code that is ready. @returns that code; nothing where none is ready, or the wallet has no link here */
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

/** One connector for every namespace that an adapter speaks for, also those that nobody here knows. */
export function createConnector(needs: ConnectorNeeds): Connector {
  const { ctx, client, pairing } = needs
  /** The code that an app was opened with: it is the one to wait for, though it asks for no sign-in. */
  let handed: string | undefined
  return {
    id: CONNECTOR_ID,
    name: 'WalletConnect',
    kind: 'walletConnect',
    get namespaces() {
      return ctx.adapters.get().map(({ value }) => value.namespace)
    },
    availability: () => (ctx.adapters.get().length ? 'available' : 'unavailable'),
    async prepare() {
      // The code comes when the relay answers; one that does not come is made when it is asked for.
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
      if (request.silent)
        throw new LatchkeyError(
          'wallet.connect_failed',
          'A wallet behind a relay cannot be connected silently: somebody has to use the code.',
          { context: { connectorId: CONNECTOR_ID } },
        )
      const loaded = await client()
      const asked = askedBy(ctx, networks)
      const isHanded = handed !== undefined && handed === pairing.ready(keyOf(asked))
      handed = undefined
      const { session, signed } = await pairing.run({
        ...offerOf(loaded, asked, isHanded ? undefined : request),
        signal,
        onOffer: ({ uri, madeAt }) => onStep({ step: 'uri', uri, expiresAt: madeAt + LIFETIME }),
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
        // Only what is no session any more is forgotten; what could not be loaded may come back the next time.
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
