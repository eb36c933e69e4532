import { readBip21 } from './bip21.js'
import { readEip681 } from './eip681.js'
import { readSolanaPay } from './solanaPay.js'
import type { PaymentUri, Refusal } from './types.js'

/** A reader for each scheme. */
const READERS: ReadonlyMap<string, (rest: string) => PaymentUri | Refusal> = new Map([
  ['ethereum', readEip681],
  ['bitcoin', readBip21],
  ['solana', readSolanaPay],
])

/** Reads a payment URI. `undefined`: the text has no scheme. An unknown scheme is refused. */
export function readPaymentUri(text: string): PaymentUri | Refusal | undefined {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text) ?? []
  if (scheme === undefined) return undefined
  const read = READERS.get(scheme.toLowerCase())
  return read ? read(rest) : { problem: 'send.uriUnknown' }
}

/**
 * Whole units as decimal text with a point, in base units. `undefined`: not such a text, or more
 * decimal places than the token has.
 */
export function wholeToBase(whole: string, decimals: number): bigint | undefined {
  const [, before = '', after = ''] = /^(?=\.?\d)(\d{0,80})(?:\.(\d*))?$/.exec(whole) ?? []
  if (before + after === '' || after.length > decimals) return undefined
  return BigInt(before + after.padEnd(decimals, '0'))
}
