import { LatchkeyError } from '../errors.js'

/**
 * The namespace of a chain family in CAIP-2, such as `solana`: `[-a-z0-9]{3,8}`. Plugins bring them.
 */
export type Namespace = string
/** A network as CAIP-2, `namespace:reference`. */
export type Caip2 = `${string}:${string}`
/** An account on a network as CAIP-10, `namespace:reference:address`. */
export type Caip10 = `${string}:${string}:${string}`

const CAIP_2 = '([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})'
const NETWORK = RegExp(`^${CAIP_2}$`)
const ACCOUNT = RegExp(`^${CAIP_2}:([-.%a-zA-Z0-9]{1,128})$`)
const split = (text: unknown, rule: RegExp): string[] | undefined =>
  typeof text === 'string' ? rule.exec(text)?.slice(1) : undefined

/**
 * Splits a CAIP-2 network id.
 * @throws `caip.invalid_network` unless it is a namespace (3 to 8 of `a-z0-9-`), a colon and a
 * reference (1 to 32 of `a-zA-Z0-9-_`)
 */
export function parseCaip2(text: unknown): { namespace: Namespace; reference: string } {
  const parts = split(text, NETWORK)
  if (!parts)
    throw new LatchkeyError(
      'caip.invalid_network',
      `Invalid CAIP-2 network: ${String(text)}. Expected namespace:reference.`,
      { context: { input: String(text) } },
    )
  return { namespace: parts[0]!, reference: parts[1]! }
}

/**
 * Splits a CAIP-10 account id.
 * @throws `caip.invalid_account` ('Invalid CAIP-10 address: ...') unless it is a CAIP-2 id, a colon
 * and an address (1 to 128 of `a-zA-Z0-9-.%`)
 */
export function parseCaip10(text: unknown): {
  namespace: Namespace
  reference: string
  address: string
  network: Caip2
} {
  const parts = split(text, ACCOUNT)
  if (!parts)
    throw new LatchkeyError(
      'caip.invalid_account',
      `Invalid CAIP-10 address: ${String(text)}. Expected namespace:reference:address.`,
      { context: { input: String(text) } },
    )
  const [namespace, reference, address] = parts as [string, string, string]
  return { namespace, reference, address, network: `${namespace}:${reference}` }
}

/**
 * Whether the text is a CAIP-2 network id by its grammar. The chain may not exist.
 */
export const isCaip2 = (text: unknown): text is Caip2 => !!split(text, NETWORK)
/**
 * Whether the text is a CAIP-10 account id by its grammar. Only the namespace's adapter can check the
 * address.
 */
export const isCaip10 = (text: unknown): text is Caip10 => !!split(text, ACCOUNT)
/** The namespace of a CAIP-2 or CAIP-10 id: all before the first colon. */
export const namespaceOf = (id: Caip2 | Caip10): Namespace => id.slice(0, id.indexOf(':'))
/** Joins a network and an address to CAIP-10. */
export const toCaip10 = (network: Caip2, address: string): Caip10 => `${network}:${address}`
