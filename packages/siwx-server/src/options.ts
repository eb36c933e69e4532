import type { Caip2 } from '@latchkey/plugin-api'
import type { NodeRequest, SignInFamilies } from '@latchkey/siwx'
import type { CryptoKey, JWK, KeyObject } from 'jose'
import type { SiwxStore } from './store/store.js'

/** Sessions in an HttpOnly cookie: for pages on the server's own site. */
export interface CookieSession {
  kind: 'cookie'
  /**
   * How long a visitor stays signed in, ms. 7 days if left out. A message's own expiration time
   * ends it earlier.
   */
  lifetime?: number
  /** Name without prefix; `siwx` if left out, so `__Host-siwx`. */
  name?: string
  /**
   * `Lax` if left out. `None` for a page on another site, where browsers more and more drop such
   * cookies.
   */
  sameSite?: 'Strict' | 'Lax' | 'None'
  /** Shares the cookie with the hosts below this one, which costs the `__Host-` prefix. */
  domain?: string
  /** `false` only for development without https. */
  secure?: boolean
}

/** Keys as the library jose takes them. */
export type JwtKey = CryptoKey | KeyObject | JWK

/**
 * Sessions as tokens that the page sends by itself: for pages on another site, apps, and services
 * that check tokens on their own.
 */
export interface JwtSession {
  kind: 'jwt'
  /**
   * How long a visitor stays signed in, ms. 7 days if left out. A message's own expiration time
   * ends it earlier.
   */
  lifetime?: number
  /** For HS256: at least 32 bytes, of a random generator. */
  secret?: string | Uint8Array
  /**
   * Instead of `secret`: others can check tokens with the public key. `algorithm` such as `ES256`
   * or `EdDSA`.
   */
  keys?: { algorithm: string; privateKey: JwtKey; publicKey: JwtKey }
  /** Claim `iss`. `https://` and the first domain if left out. */
  issuer?: string
  /**
   * Claim `aud`: the service that the tokens are for; tokens for another one are refused. The issuer
   * if left out.
   */
  audience?: string
}

/** Options of `createSiwxServer`. */
export interface SiwxServerOptions {
  /**
   * Hosts, with port where there is one, that a message may name: `shop.example`. Never taken from
   * the request.
   */
  domain: string | readonly string[]
  store: SiwxStore
  /**
   * Chain families by namespace, beside the five of `@latchkey/siwx`: message form and verifier, as
   * the chain's plugin registers them on the page. One for a namespace of the five takes its place.
   */
  families?: SignInFamilies
  /**
   * URIs that a message may name beside the site's own, which is https (http where it is local).
   * Each is an origin such as `https://app.shop.example`, or a whole URI such as
   * `shop-app://sign-in`, which is compared letter by letter.
   */
  uris?: readonly string[]
  /** Cookies if left out. */
  session?: CookieSession | JwtSession
  /**
   * Nodes of EVM chains for contract accounts: a JSON-RPC URL, or a function. Without one for its
   * chain a contract account cannot sign in.
   */
  nodes?: Readonly<Record<Caip2, string | NodeRequest>>
  /**
   * Origins of pages that may ask: `https://` of each domain if left out (also `http://` of this
   * computer's own names: `localhost`, names that end in `.localhost`, 127.0.0.0/8, `[::1]`).
   */
  trustedOrigins?: readonly string[]
  /** Path before the routes: `/api/siwx` if left out. */
  basePath?: string
  /** ms between asking for a nonce and using it. 5 minutes if left out. */
  nonceLifetime?: number
  /**
   * How far a visitor's clock may be off, ms: message times are made with it. 5 minutes if left
   * out.
   */
  clockSkew?: number
  /** ms since 1970. */
  clock?: () => number
  /** Gets the errors that `siwx.server_failed` hides from strangers. Left out: `console.error`. */
  onError?: (error: unknown) => void
}

/** The options, checked and complete. */
export type Settings = Required<
  Omit<SiwxServerOptions, 'domain' | 'nodes' | 'trustedOrigins' | 'session'>
> & {
  domains: readonly string[]
  session: CookieSession | JwtSession
  lifetime: number
  nodes: ReadonlyMap<string, NodeRequest>
  trustedOrigins: ReadonlySet<string>
}
