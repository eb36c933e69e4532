import { randomBytes } from 'node:crypto'
import {
  type ClientAddress,
  type Metrics,
  type PartHealth,
  createAccess,
  createClientAddress,
  createMetrics,
} from '@latchkey/service-kit'
import {
  DEFAULT_HTTP_LIMITS,
  type HttpApp,
  type Route,
  addressOf,
  createDailyLimit,
  createHttpApp,
} from '@latchkey/service-kit/http'
import {
  type Circuits,
  type SharedCache,
  type SharedRedis,
  createCircuits,
  createSharedCache,
} from '@latchkey/service-kit/shared'
import { knownRemoteFeatures } from '@latchkey/plugin-api'
import { makeAnalytics } from './analytics.js'
import { createChains } from './chains.js'
import { type ApiContext } from './context.js'
import { createCursors } from './cursors.js'
import { invalidOption } from './errors.js'
import { type FollowHealth } from './follow/health.js'
import { createFetcher } from './media/fetcher.js'
import { createImages } from './media/images.js'
import { createMediaIds } from './media/ids.js'
import { createMetadataCache } from './media/metadataCache.js'
import { createPictureCache } from './media/pictureCache.js'
import { createEns } from './names/ens.js'
import { createGateway } from './names/gateway.js'
import { type NamesOptions, readTries, readZones } from './names/options.js'
import { createRegistry } from './names/registry.js'
import { type BlockchainApiOptions } from './options.js'
import { createOnramp } from './onramp/onramp.js'
import { createOrderIds } from './onramp/orderIds.js'
import { type OnrampContext } from './onramp/provider.js'
import { createPrices, priceSource } from './prices.js'
import { approvalRoutes } from './routes/approvals.js'
import { balanceRoutes } from './routes/balance.js'
import { chainRoutes } from './routes/chains.js'
import { convertRoutes } from './routes/convert.js'
import { ccipRoutes } from './routes/ccip.js'
import { directoryRoutes } from './routes/directory.js'
import { historyRoutes } from './routes/history.js'
import { identityRoutes } from './routes/identity.js'
import { nameRoutes } from './routes/names.js'
import { nftRoutes } from './routes/nfts.js'
import { onrampRoutes } from './routes/onramp.js'
import { operationRoutes } from './routes/operations.js'
import { priceRoutes } from './routes/price.js'
import { sessionRoutes } from './routes/sessions.js'
import { createQueue } from './queue.js'
import { limitStoreOf, prefixOf } from './redisKeys.js'
import { createFindSigner, createVerifySignature } from './signatures.js'
import { createLastGood } from './sources/lastGood.js'
import { createSourcePool } from './sources/pool.js'
import { createNodeOf } from './sources/rpc/calls.js'
import { rpc } from './sources/rpc/rpc.js'
import { shareAnswers } from './sources/sharing.js'
import { type SourceContext } from './sources/source.js'
import { type Store } from './store/store.js'
import { createContracts } from './swap/contracts.js'
import { createQuotes } from './swap/quotes.js'

export interface ApiApp extends HttpApp {
  routes: readonly Route[]
  /** Work beside requests, such as the delivery of coins, until the signal ends it. */
  run(signal: AbortSignal): Promise<void>
  /** Ends what the application does by itself, and gives back what its sources opened. */
  close(): Promise<void>
}

export interface AppParts {
  store: Store
  isClosing(): boolean
  /** Where the service listens: `127.0.0.1:8787`. Grants are signed for it where no domain is set. */
  authority(): string
  /** Absent: no chain is followed. */
  following?: () => readonly FollowHealth[]
  /** Common to all instances. Absent: each counts and keeps for itself. */
  redis?: Pick<SharedRedis, 'client' | 'isReady'> | undefined
  /** PostgreSQL and Redis, where they are used. */
  servers?: () => readonly PartHealth[]
  /** For tests. */
  now?: () => number
  fetchDocument?: ApiContext['fetchDocument']
}

const COUNTERS = {
  requests_total: 'Requests answered, by path and status.',
  source_failures_total: 'Failures of sources, by source and chain.',
  events_total: 'Analytics events, by whether they were taken or dropped.',
  cache_reads_total: 'Answers that are kept for all instances, by whether there was one.',
} as const
type ApiMetrics = Metrics<keyof typeof COUNTERS>
const MIN_SECRET = 16
/** Of a gateway of names, with a call in it. */
const MAX_GATEWAY_LINK = 8192
/** Descriptions and pictures of strangers' hosts, 2 MB each at most. */
const MEDIA_QUEUE = { running: 20, waiting: 200 }
/** Pictures of names, whose owners name their hosts: those keep no NFT waiting, nor the other way round. */
const AVATAR_QUEUE = { running: 10, waiting: 100 }
/** The same link may lead to another picture later. */
const AVATAR_KEPT_MS = 300_000
const INFO = {
  title: 'Latchkey blockchain API',
  version: '1',
  description:
    'Balances, history, NFTs, prices and sessions of the visitors of a site, from a server of its own.',
}

/** The application without its socket, so that it is tested by requests alone. */
export function createApiApp(options: BlockchainApiOptions, parts: AppParts): ApiApp {
  const metrics = createMetrics('latchkey_blockchain_api', COUNTERS)
  const context = createContext(options, parts, metrics)
  const analytics = makeAnalytics(options, context, metrics)
  const operations = operationRoutes(context, metrics, { ...parts, gauges: analytics.gauges })
  const serving = (): Route[] => [
    ...chainRoutes(context),
    ...historyRoutes(context),
    ...balanceRoutes(context),
    ...nftRoutes(context),
    ...approvalRoutes(context),
    ...priceRoutes(context),
    ...convertRoutes(context),
    ...onrampRoutes(context),
    ...sessionRoutes(context, context.authority, createVerifySignature()),
    ...nameRoutes(context),
    ...identityRoutes(context),
    ...ccipRoutes(context.gateway),
    ...directoryRoutes(options.config ?? unchanged(), context.images),
    analytics.take,
    analytics.funnel,
  ]
  const routes = [...(options.role === 'follower' ? [] : serving()), ...operations]
  const app = createHttpApp({
    routes,
    access: createAccess({
      projects: options.projects ?? [],
      origins: options.allowedOrigins ?? [],
    }),
    limits: { ...DEFAULT_HTTP_LIMITS, ...options.limits },
    limitStore: limitStoreOf(options.secret, parts.redis),
    clientAddress: context.clientAddress,
    log: context.log,
    onAnswer: (path, status) => metrics.count('requests_total', { path, status: String(status) }),
    info: INFO,
  })
  const isServing = options.role !== 'follower'
  return {
    ...app,
    routes,
    run: async (signal) => (isServing ? context.onramp.run(signal) : undefined),
    async close() {
      await analytics.close()
      context.circuits.close()
      await context.pool.close()
    },
  }
}

const createContext = (
  options: BlockchainApiOptions,
  parts: AppParts,
  metrics: ApiMetrics,
): ApiContext & { clientAddress: ClientAddress; circuits: Circuits; authority(): string } => {
  const { store, now = Date.now } = parts
  const clientAddress = createClientAddress(options.trustedProxies ?? [], invalidOption)
  const { log = () => {}, quotes = [] } = options
  const chains = createChains(options.chains ?? [])
  const ipfsGateway = readGateway(options.ipfsGateway)
  const fetchDocument =
    parts.fetchDocument ?? createFetcher(ipfsGateway === undefined ? {} : { ipfsGateway })
  const { cache, circuits } = createShared(options, parts, metrics)
  const pool = makePool(
    { options, metrics, cache, circuits },
    {
      ...{ chains, store, fetchDocument, now, log },
      backfillFrom: options.follow?.backfillFrom ?? 0,
    },
  )
  const nodeOf = createNodeOf()
  const markets = quotes.map((factory) => factory({ chains, nodeOf, now, log }))
  requireOwnIds('markets', markets)
  const lastGood = createLastGood(now, parts.redis && cache)
  const secret = readSecret(options.secret)
  const queue = createQueue(MEDIA_QUEUE)
  const { images = {} } = options
  const registry = makeRegistry(options, parts, { chains, clientAddress, now })
  return {
    chains,
    store,
    pool,
    lastGood,
    prices: createPrices(pool, lastGood),
    quotes: createQuotes(markets, log),
    contracts: createContracts(nodeOf),
    onramp: makeOnramp(options, secret, { chains, store, nodeOf, now, log }),
    registry,
    gateway: createGateway(registry, now),
    ens: makeEns(options.names, { chains, now }, parts.fetchDocument),
    clientAddress,
    clientIp: (http) => addressOf(http, clientAddress),
    ...readPlace(options, parts),
    nodeOf,
    cursors: createCursors(secret),
    mediaIds: createMediaIds(secret),
    fetchDocument,
    queue,
    images: createImages({ chains, images, fetchDocument, queue, now }),
    avatars: createPictureCache({
      ...{ fetchDocument, queue: createQueue(AVATAR_QUEUE) },
      ...{ keptMs: AVATAR_KEPT_MS, now },
    }),
    metadata: createMetadataCache(pool, queue, cache),
    circuits,
    now,
    log,
  }
}

interface PoolParts {
  options: BlockchainApiOptions
  metrics: ApiMetrics
  cache: SharedCache
  circuits: Circuits
}

const makePool = ({ options, metrics, cache, circuits }: PoolParts, parts: SourceContext) => {
  const { prices, sources = [rpc()] } = options
  const all = [
    ...[prices ?? []].flat().map((option) => priceSource(option, parts.chains)),
    ...sources.flatMap((factory) => factory(parts)),
  ].map((source) => shareAnswers(source, cache))
  requireOwnIds('sources', all)
  const onFailure = (source: string, chain: string): void =>
    metrics.count('source_failures_total', { source, chain })
  return createSourcePool({ sources: all, log: parts.log, circuits, onFailure, now: parts.now })
}

/** The parts that instances over one Redis have in common. */
const createShared = (
  options: BlockchainApiOptions,
  { redis, now = Date.now }: AppParts,
  metrics: ApiMetrics,
) => ({
  cache: createSharedCache({
    redis,
    prefix: `${prefixOf(options.secret)}:cache`,
    onRead: (isHit) => metrics.count('cache_reads_total', { hit: String(isHit) }),
    now,
  }),
  circuits: createCircuits({ redis, prefix: `${prefixOf(options.secret)}:circuit`, now }),
})

const requireOwnIds = (what: string, all: readonly { readonly id: string }[]): void => {
  if (new Set(all.map(({ id }) => id)).size !== all.length)
    throw invalidOption(`Two ${what} have the same id. Give each its own.`)
}

const makeOnramp = (
  { onramp = [], secret: given }: BlockchainApiOptions,
  secret: Uint8Array,
  parts: Omit<OnrampContext, 'ids'>,
) => {
  if (onramp.length > 0 && given === undefined)
    throw invalidOption('Purchases need SECRET (secret), so that orders outlive a restart. Set it.')
  const ids = createOrderIds(secret)
  const providers = onramp.map((factory) => factory({ ...parts, ids }))
  requireOwnIds('providers of coins', providers)
  return createOnramp({ ...parts, providers, ids, orders: parts.store.orders })
}

const makeRegistry = (
  options: BlockchainApiOptions,
  parts: AppParts,
  {
    clientAddress,
    ...common
  }: Pick<ApiContext, 'chains' | 'now'> & { clientAddress: ClientAddress },
) => {
  const { names } = options
  const tries = readTries(names ?? {})
  const limitStore = limitStoreOf(options.secret, parts.redis)
  return createRegistry({
    ...common,
    zones: names && readZones(names),
    names: parts.store.names,
    findSigner: createFindSigner(),
    countTry: createDailyLimit(tries, 'IP address for names', clientAddress, limitStore),
  })
}

/** @throws BlockchainApiError `blockchain-api.invalid_option` */
const makeEns = (
  names: NamesOptions | undefined,
  { chains, now }: Pick<ApiContext, 'chains' | 'now'>,
  fetchDocument: ApiContext['fetchDocument'] = createFetcher({ maxLinkLength: MAX_GATEWAY_LINK }),
) => {
  if (!names) return undefined
  const { chain: id = 'eip155:1', universalResolver } = names.ens ?? {}
  const chain = chains.find(id)
  if (!chain && names.ens) throw invalidOption(`The chain of names.ens is not configured: ${id}.`)
  return chain && createEns({ chain, universalResolver, fetchDocument, now })
}

const readSecret = (secret: string | undefined): Uint8Array => {
  if (secret === undefined) return randomBytes(32)
  if (secret.length < MIN_SECRET)
    throw invalidOption(`SECRET must have at least ${MIN_SECRET} characters. Use a random one.`)
  return Buffer.from(secret)
}

const readDomain = (domain: string | undefined): string | undefined => {
  if (domain === undefined || /^[a-z\d.-]+(?::\d{1,5})?$/i.test(domain)) return domain
  throw invalidOption(`DOMAIN must be a host, for example api.shop.example. It is "${domain}".`)
}

/** The host that pages see, and its origin. */
const readPlace = (options: BlockchainApiOptions, parts: AppParts) => {
  const domain = readDomain(options.domain)
  return {
    authority: () => domain ?? parts.authority(),
    serviceOrigin: () =>
      domain === undefined ? `http://${parts.authority()}` : `https://${domain}`,
  }
}

const readGateway = (gateway: string | undefined): string | undefined => {
  if (gateway === undefined) return undefined
  const url = URL.canParse(gateway) ? new URL(gateway) : undefined
  const isFolder = url && !url.port && !url.username && !url.password && !url.search && !url.hash
  if (isFolder && url.protocol === 'https:') return gateway
  throw invalidOption(
    `IPFS_GATEWAY must be like https://ipfs.example/ipfs/, without a port. It is "${gateway}".`,
  )
}

/** The answer that keeps every feature as the site has set it. */
const unchanged = () =>
  Object.fromEntries(Object.keys(knownRemoteFeatures).map((key) => [key, null]))
