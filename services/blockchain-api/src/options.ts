import { type Env, type Log, type Project, createEnvReader } from '@latchkey/service-kit'
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '@latchkey/service-kit/http'
import { type ChainConfig } from './chains.js'
import { invalidOption } from './errors.js'
import { type FollowOptions } from './follow/follower.js'
import { type NamesOptions } from './names/options.js'
import { type OnrampFactory } from './onramp/provider.js'
import { type PriceOption } from './prices.js'
import { type RemoteConfig } from './routes/directory.js'
import { type SourceFactory } from './sources/source.js'
import { type StoreOptions } from './store/openStore.js'
import { type Store } from './store/store.js'
import { type QuoteSourceFactory } from './swap/quoteSource.js'

export interface BlockchainApiOptions {
  /** 0 or absent: a free port. */
  port?: number
  /** Absent: 127.0.0.1 */
  host?: string
  chains?: readonly ChainConfig[]
  /** In the order in which they are asked. Absent: `[rpc()]`. */
  sources?: readonly SourceFactory[]
  /**
   * One, or several in the order in which they are asked: `[defillama(), coingecko({ apiKey })]`. Absent:
   * no price is known, and none is shown.
   */
  prices?: PriceOption | readonly PriceOption[]
  /** Markets for swaps, asked all at once: `[uniswap({ chains })]`. Absent: no chain has swaps. */
  quotes?: readonly QuoteSourceFactory[]
  /**
   * Providers of coins, in the order in which they are offered: `[coinbase({ keyName, secret })]`. They need
   * `secret`, so that orders outlive a restart. Absent: nothing can be bought.
   */
  onramp?: readonly OnrampFactory[]
  /**
   * Names that this service gives out below names of ENS that the host owns:
   * `{ zones: { 'shop.eth': { signerKey } } }`. Absent: no name is read or given out.
   */
  names?: NamesOptions
  /** Absent or empty: everybody is let in. */
  projects?: readonly Project[]
  /** Origins that every project has; empty and no project with its own: any. */
  allowedOrigins?: readonly string[]
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[]
  limits?: Partial<HttpLimits>
  /** A database, or a store of the host, which the host closes. Absent: in memory. */
  store?: StoreOptions | Store
  /**
   * `api` only answers; `follower` only follows, and answers `/health` and `/metrics` alone. Absent:
   * `all`, which does both. Of several instances that follow, one does a chain and the others wait.
   */
  role?: Role
  /** How chains are followed. Absent: for the accounts that were asked for. */
  follow?: Omit<FollowOptions, 'chain' | 'urls'>
  /** Signs cursors and picture ids: the same for all instances. Absent: another one at each start. */
  secret?: string
  /**
   * Host of this service as pages reach it: `api.shop.example`. Grants of sessions are signed for it,
   * so that they are of no use at another service. Absent: the address and port where it listens, which
   * services behind proxies may have in common.
   */
  domain?: string
  /**
   * `redis://…`: all instances with the same one count the requests of a client together. Absent:
   * each counts for itself.
   */
  redisUrl?: string
  /** `https://ipfs.example/ipfs/`. Absent: pictures at `ipfs://` are not shown. */
  ipfsGateway?: string
  /**
   * Seconds in which it serves on after its end was asked for, while `/health` answers 503: balancers send
   * requests to another instance before this one stops listening. Absent: 0.
   */
  drainSeconds?: number
  /** Keeps addresses in analytics events as they came. Absent: a code of `secret` stands for each. */
  keepEventAddresses?: boolean
  /**
   * Lets whoever knows it read `GET /v1/analytics/funnel`, 16 characters at least. Absent: that path
   * answers 404.
   */
  analyticsToken?: string
  /** Remote features, as the option `remoteConfig` of the modal takes them. Absent: the site's stay. */
  config?: RemoteConfig
  /** Pictures by id, as `data:` URLs. The id of a token is its CAIP-10 id in small letters. */
  images?: Readonly<Record<string, string>>
  /** Absent: silent. */
  log?: Log
}

const ROLES = ['all', 'api', 'follower'] as const
export type Role = (typeof ROLES)[number]

const DEFAULT_PORT = 8787
const DEFAULT_FILE = 'blockchain-api.db'
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The options of the command line, from environment variables. `CONFIG` names a module whose export
 * `options` is laid over them.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export async function optionsFromEnv(env: Env): Promise<BlockchainApiOptions> {
  const read = createEnvReader(env, invalidOption)
  return {
    port: read.number('PORT', DEFAULT_PORT),
    drainSeconds: read.number('DRAIN_SECONDS', 0),
    host: env.HOST || '127.0.0.1',
    chains: await readChains(read.words('RPC_URLS'), read.words('TESTNETS')),
    projects: read.words('PROJECT_IDS').map((id) => ({ id })),
    allowedOrigins: read.words('ALLOWED_ORIGINS'),
    trustedProxies: read.words('TRUSTED_PROXIES'),
    limits: read.limits(DEFAULT_HTTP_LIMITS),
    store: {
      ...(env.DATABASE_URL
        ? { url: env.DATABASE_URL }
        : { file: env.DATABASE_FILE || DEFAULT_FILE }),
      ...(env.MAX_WATCHED && { maxWatched: read.number('MAX_WATCHED', 0) }),
    },
    role: readRole(env.ROLE),
    follow: {
      ...(env.EVERYTHING && { everything: readSwitch('EVERYTHING', env.EVERYTHING) }),
      ...(env.BACKFILL_FROM && { backfillFrom: read.number('BACKFILL_FROM', 0) }),
      ...(env.MAX_ENTRIES && { maxEntries: read.number('MAX_ENTRIES', 0) }),
      ...(env.POLL_MS && { pollMs: read.number('POLL_MS', 0) }),
      ...(env.FORGET_AFTER_DAYS && {
        forgetAfterMs: read.number('FORGET_AFTER_DAYS', 0) * DAY_MS,
      }),
    },
    ...(env.SECRET && { secret: env.SECRET }),
    ...(env.DOMAIN && { domain: env.DOMAIN }),
    ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }),
    ...(env.IPFS_GATEWAY && { ipfsGateway: env.IPFS_GATEWAY }),
    ...(env.KEEP_EVENT_ADDRESSES && {
      keepEventAddresses: readSwitch('KEEP_EVENT_ADDRESSES', env.KEEP_EVENT_ADDRESSES),
    }),
    ...(env.ANALYTICS_TOKEN && { analyticsToken: env.ANALYTICS_TOKEN }),
    ...(await readConfig(env.CONFIG)),
  }
}

const readRole = (word = 'all'): Role => {
  const role = ROLES.find((one) => one === word)
  if (role) return role
  throw invalidOption(`ROLE must be ${ROLES.join(', ')}. It is "${word}".`)
}

const readSwitch = (name: string, word: string): boolean => {
  if (word === 'true' || word === 'false') return word === 'true'
  throw invalidOption(`${name} must be true or false. It is "${word}".`)
}

/** Smaller ones would ask a node without a pause, keep nothing, or drop what is looked at. */
const LEAST = {
  pollMs: { least: 10, name: 'follow.pollMs (POLL_MS)' },
  maxEntries: { least: 1, name: 'follow.maxEntries (MAX_ENTRIES)' },
  // A request of the same account is noted once an hour.
  forgetAfterMs: { least: DAY_MS / 12, name: 'follow.forgetAfterMs (FORGET_AFTER_DAYS, in days)' },
} as const

/** @throws BlockchainApiError `blockchain-api.invalid_option` */
export function checkBounds({ follow, limits, drainSeconds }: BlockchainApiOptions): void {
  const check = (name: string, value: number | undefined, least: number): void => {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= least))
      throw invalidOption(`${name} must be a whole number of ${least} or more. It is ${value}.`)
  }
  for (const [field, { name, least }] of Object.entries(LEAST))
    check(name, follow?.[field as keyof typeof LEAST], least)
  check('drainSeconds (DRAIN_SECONDS)', drainSeconds, 0)
  if (limits?.answer !== undefined && !(limits.answer > 0))
    throw invalidOption(
      `limits.answer (LIMIT_ANSWER) must be a time above 0, in seconds. It is ${limits.answer}.`,
    )
}

/** `eip155:1=https://a|https://b`: the nodes of a chain. */
const readChains = async (
  words: readonly string[],
  testnets: readonly string[],
): Promise<ChainConfig[]> => {
  const nodes = words.map((word) => {
    const [, id, urls] = /^([^=]+)=(.+)$/.exec(word) ?? []
    if (!id || !urls)
      throw invalidOption(`RPC_URLS must be like eip155:1=https://node.example. It has "${word}".`)
    return { id: id.trim(), rpcUrls: urls.split('|').map((url) => url.trim()) }
  })
  if (nodes.length === 0) return []
  const { currencies } = await import('./currencies.js')
  return nodes.map(({ id, rpcUrls }) => ({
    id,
    rpcUrls,
    ...(testnets.includes(id) && { testnet: true }),
    nativeCurrency: id.startsWith('solana:')
      ? { name: 'Solana', symbol: 'SOL', decimals: 9 }
      : (currencies[id] ?? {
          name: 'Ether',
          symbol: 'ETH',
          decimals: 18,
        }),
  }))
}

const readConfig = async (path: string | undefined): Promise<BlockchainApiOptions> => {
  if (!path) return {}
  const { pathToFileURL } = await import('node:url')
  const module: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw Object.assign(invalidOption(`CONFIG names a module that cannot be loaded: ${path}`), {
      cause,
    })
  })
  const options = (module as { options?: BlockchainApiOptions }).options
  if (typeof options !== 'object' || options === null)
    throw invalidOption(`The module of CONFIG must export "options". ${path} does not.`)
  return options
}
