import { LatchkeyError } from './errors.js'

/** A CAIP-2 chain family such as `solana`: `[-a-z0-9]{3,8}` by the standard; any that a plugin brings. */
export type Namespace = string
/** A network as CAIP-2, `namespace:reference`. */
export type Caip2 = `${string}:${string}`
/** An account on a network as CAIP-10, `namespace:reference:address`. */
export type Caip10 = `${string}:${string}:${string}`

const split = (text: unknown, parts: number): string[] | undefined => {
  const found = typeof text === 'string' ? text.split(':') : []
  return found.length === parts && found.every(Boolean) ? found : undefined
}

/**
 * Splits a CAIP-2 network id.
 * @throws `caip.invalid_network` unless there are exactly two non-empty parts
 */
export function parseCaip2(text: unknown): { namespace: Namespace; reference: string } {
  const parts = split(text, 2)
  if (!parts) throw new LatchkeyError('caip.invalid_network', `Invalid CAIP-2 network: ${String(text)}. Expected namespace:reference.`, { context: { input: String(text) } })
  return { namespace: parts[0]!, reference: parts[1]! }
}

/**
 * Splits a CAIP-10 account id.
 * @throws `caip.invalid_account` ('Invalid CAIP-10 address: ...') unless there are exactly three non-empty parts
 */
export function parseCaip10(text: unknown): { namespace: Namespace; reference: string; address: string; network: Caip2 } {
  const parts = split(text, 3)
  if (!parts) throw new LatchkeyError('caip.invalid_account', `Invalid CAIP-10 address: ${String(text)}. Expected namespace:reference:address.`, { context: { input: String(text) } })
  const [namespace, reference, address] = parts as [string, string, string]
  return { namespace, reference, address, network: `${namespace}:${reference}` }
}

/** Whether the text has the shape of a CAIP-2 network id. */
export const isCaip2 = (text: unknown): text is Caip2 => !!split(text, 2)
/** Whether the text has the shape of a CAIP-10 account id. */
export const isCaip10 = (text: unknown): text is Caip10 => !!split(text, 3)
/** The namespace of a CAIP-2 or CAIP-10 id: all before the first colon. */
export const namespaceOf = (id: Caip2 | Caip10): Namespace => id.slice(0, id.indexOf(':'))
/** Joins a network and an address to CAIP-10. */
export const toCaip10 = (network: Caip2, address: string): Caip10 => `${network}:${address}`
