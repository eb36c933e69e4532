import type { Caip2, Json, Namespace, SignInFamily } from '@latchkey/plugin-api'

/**
 * The twelve fields of a sign-in message, whatever its namespace (CAIP-122), and the scheme that
 * EIP-4361 has before the domain. Times are RFC 3339.
 */
export interface SiwxMessage {
  /** Only of eip155, where the text names one: `https`. */
  scheme?: string
  /** Host and port of the site that asks: RFC 3986 authority. */
  domain: string
  /** In the namespace's own spelling, without chain. */
  accountAddress: string
  /** CAIP-2, for example `eip155:1`. */
  chainId: Caip2
  uri: string
  /** `1`. */
  version: string
  /** At least 8 letters and digits. */
  nonce: string
  issuedAt: string
  /** One line of ASCII. */
  statement?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}

/** A signed message, as it is stored and sent to a server. */
export interface SiwxSession {
  data: SiwxMessage
  /** The very text that was signed. */
  message: string
  /**
   * As the namespace's wallets write it: hex for eip155 and polkadot, base58 for solana, base64 for
   * bip122 and cosmos.
   */
  signature: string
  /**
   * Hex, compressed: of cosmos, where it must be the address's. Without it the key is found by the
   * signature, as the other families do.
   */
  publicKey?: string
  /** CAIP-74, where the signature was made together with connecting through WalletConnect. */
  cacao?: Json
}

/** Asks a node of one EVM chain, JSON-RPC: for contract accounts (EIP-1271, EIP-6492). */
export type NodeRequest = (request: { method: string; params?: unknown }) => Promise<unknown>

/**
 * By whom the account made its signature. `key`: by its key, which arithmetic shows, on every chain
 * alike. `contract`: its code accepts the signature (EIP-1271, EIP-6492), on the message's chain
 * alone.
 * The same address on another chain may be another person's contract. An account with a key that
 * has been given code (EIP-7702) and still signs by its key is `key`.
 */
export type SignedBy = 'key' | 'contract'

/**
 * Chain families by namespace: those that are handed in beside the five that this package has. A
 * family that is handed in for one of the five takes its place.
 */
export type SignInFamilies = Readonly<Record<Namespace, SignInFamily>>

/** Values that a message must have to be accepted. A field that is left out is not checked. */
export interface Expected {
  /**
   * Host, with port where there is one. With it `uri` must be of that site as well, over https
   * (http only where the host is local), and so must `scheme`.
   */
  domain?: string
  /**
   * Further values that `uri` may have: origins such as `https://app.shop.example`, or whole URIs
   * such as `did:key:…` and `shop-app://sign-in`, to the letter.
   */
  uris?: readonly string[]
  nonce?: string
  /** In any spelling of the account. */
  accountAddress?: string
  chainId?: Caip2
  /** ms since 1970; now if left out. */
  at?: number
  /** How far the clocks of signer and verifier may differ, ms. 0 if left out. */
  clockSkew?: number
}
