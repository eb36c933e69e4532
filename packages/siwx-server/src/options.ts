import { isCaip2, type Caip2 } from '@latchkey/plugin-api'
import { originsOf, type NodeRequest } from '@latchkey/siwx'
import { demandOption } from './errors.js'
import type { JwtSession } from './jwt.js'
import { toNodeRequest } from './nodes.js'
import type { SiwxStore } from './store/store.js'

/** Sessions in an HttpOnly cookie: for pages on the server's own site. */
export interface CookieSession {
  kind: 'cookie'
  /** How long a visitor stays signed in, ms. 7 days if left out. A message's own expiration time ends it earlier. */
  lifetime?: number
  /** Name without prefix; `siwx` if left out, so `__Host-siwx`. */
  name?: string
  /** `Lax` if left out. `None` for a page on another site, where browsers more and more drop such cookies. */
  sameSite?: 'Strict' | 'Lax' | 'None'
  /** Shares the cookie with the hosts below this one, which costs the `__Host-` prefix. */
  domain?: string
  /** `false` only for development without https. */
  secure?: boolean
}

/** What `createSiwxServer` takes. */
export interface SiwxServerOptions {
  /** Hosts, with port where there is one, that a message may name: `shop.example`. Never taken from the request. */
  domain: string | readonly string[]
  store: SiwxStore
  /** What a message's URI may be beside the site's own, which is https (http where it is local): origins such as `https://app.shop.example`, or whole URIs such as `shop-app://sign-in`, to the letter. */
  uris?: readonly string[]
  /** Cookies if left out. */
  session?: CookieSession | JwtSession
  /** Nodes of EVM chains for contract accounts: a JSON-RPC URL, or a function. Without one for its chain a contract account cannot sign in. */
  nodes?: Readonly<Record<Caip2, string | NodeRequest>>
  /** Origins of pages that may ask: `https://` of each domain if left out (also `http://` of this computer's own names: `localhost`, what ends in `.localhost`, 127.0.0.0/8, `[::1]`). */
  trustedOrigins?: readonly string[]
  /** Path before the routes: `/api/siwx` if left out. */
  basePath?: string
  /** ms between asking for a nonce and using it. 5 minutes if left out. */
  nonceLifetime?: number
  /** How far a visitor's clock may be off, ms: message times are made with it. 5 minutes if left out. */
  clockSkew?: number
  /** ms since 1970. */
  clock?: () => number
  /** Gets what `siwx.server_failed` hides from strangers. Left out: `console.error`. */
  onError?: (error: unknown) => void
}

export type Settings = Required<
  Omit<SiwxServerOptions, 'domain' | 'nodes' | 'trustedOrigins' | 'session'>
> & {
  domains: readonly string[]
  session: CookieSession | JwtSession
  lifetime: number
  nodes: ReadonlyMap<string, NodeRequest>
  trustedOrigins: ReadonlySet<string>
}

const MINUTE = 60_000
const WEEK = 7 * 24 * 60 * MINUTE

/** As `location.host` says it. */
const isDomain = (text: string): boolean =>
  URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text
/** An origin, or a URI of another kind than the web's. One of the web with a path would match that one page alone, which nobody means. */
const isUri = (text: string): boolean =>
  isOrigin(text) || /^(?!https?:)[a-z][a-z0-9+.-]*:\S+$/i.test(text)
const isTime = (ms: number): boolean => Number.isFinite(ms) && ms > 0

/** Where a failure is told that the host does not ask for, or cannot take. */
export const report = (...errors: readonly unknown[]): void => console.error(...errors) // eslint-disable-line no-console -- a failure that nobody else hears of

/** @throws `siwx.invalid_option` naming the first that is wrong */
export function readOptions(options: SiwxServerOptions): Settings {
  const {
    domain,
    store,
    uris = [],
    session = { kind: 'cookie' },
    nodes = {},
    basePath = '/api/siwx',
    nonceLifetime = 5 * MINUTE,
    clockSkew = 5 * MINUTE,
    clock = Date.now,
    onError = report,
  } = options
  const domains = [domain].flat()
  demandOption(
    domains.length > 0 && domains.every(isDomain),
    'domain',
    'one or more hosts such as shop.example or localhost:3000, without scheme and path',
  )
  demandOption(
    store && [store.get, store.set, store.take].every((method) => typeof method === 'function'),
    'store',
    'an object with get, set and take',
  )
  demandOption(
    uris.every(isUri),
    'uris',
    'origins such as https://app.shop.example, without path and wildcards, or whole URIs of apps and keys',
  )
  const trustedOrigins = options.trustedOrigins ?? domains.flatMap(originsOf)
  demandOption(
    trustedOrigins.every(isOrigin),
    'trustedOrigins',
    'origins such as https://shop.example, without path and wildcards',
  )
  demandOption(
    basePath === '' || /^(\/[\w.~-]+)+$/.test(basePath),
    'basePath',
    'a path such as /api/siwx, without slash at its end',
  )
  demandOption(isTime(nonceLifetime), 'nonceLifetime', 'a number of milliseconds')
  demandOption(clockSkew === 0 || isTime(clockSkew), 'clockSkew', 'a number of milliseconds')
  demandOption(['cookie', 'jwt'].includes(session.kind), 'session.kind', 'cookie or jwt')
  const lifetime = session.lifetime ?? WEEK
  demandOption(isTime(lifetime), 'session.lifetime', 'a number of milliseconds')
  demandOption(
    Object.keys(nodes).every(isCaip2),
    'nodes',
    'named by CAIP-2 ids such as namespace:reference',
  )
  const asked = new Map(
    Object.entries(nodes).map(([chainId, node]) => [
      chainId,
      typeof node === 'string' ? toNodeRequest(node) : node,
    ]),
  )
  return {
    domains,
    store,
    uris,
    session,
    lifetime,
    nodes: asked,
    trustedOrigins: new Set(trustedOrigins),
    basePath,
    nonceLifetime,
    clockSkew,
    clock,
    onError,
  }
}
