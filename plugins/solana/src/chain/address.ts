import { LatchkeyError } from '@latchkey/plugin-api'
import { fromBase58 } from './base58.js'
import { NAMESPACE } from './networks.js'

/** The 32 bytes of an address. `undefined` for anything else. */
export const toKey = (text: unknown): Uint8Array<ArrayBuffer> | undefined => {
  const key =
    typeof text === 'string' && text.length >= 32 && text.length <= 44
      ? fromBase58(text)
      : undefined
  return key?.length === 32 ? key : undefined
}

/** @throws `adapter.invalid_address` */
export function parseAddress(text: string): string {
  if (toKey(text)) return text
  // A non-string input may throw when stringified.
  const input = typeof text === 'string' ? text.slice(0, 80) : `a value of type ${typeof text}`
  throw new LatchkeyError(
    'adapter.invalid_address',
    `Invalid Solana address: ${input}. Expected 32 to 44 characters of base58 that are 32 bytes.`,
    { context: { input, namespace: NAMESPACE } },
  )
}
export const formatAddress = (address: string): string =>
  `${address.slice(0, 4)}…${address.slice(-4)}`
