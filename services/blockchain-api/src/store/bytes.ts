import { checksum } from '../checksum.js'
import { ApiStoreError } from './errors.js'
import { type Bytes } from './schema.js'

const HEX = /^0x(?:[0-9a-f]{2})+$/i

/** @throws ApiStoreError `store.invalid_key` */
export function bytesOf(hex: string): Buffer {
  if (HEX.test(hex)) return Buffer.from(hex.slice(2), 'hex')
  throw new ApiStoreError(
    'store.invalid_key',
    'The store was asked for a key that is not hex. Expected "0x" and pairs of hex digits. ' +
      'Check addresses before they are asked for.',
  )
}

const view = (bytes: Bytes): Buffer =>
  bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes)

export const hexOf = (bytes: Bytes): string => `0x${view(bytes).toString('hex')}`

/** With checksum where it is an address of 20 bytes. */
export const addressOf = (bytes: Bytes): string => {
  const hex = hexOf(bytes)
  return hex.length === 42 ? checksum(hex) : hex
}

/** A CAIP-2 id as a key: its bytes have the same order in both engines, text has not. */
export const chainKey = (chain: string): Buffer => Buffer.from(chain)
export const chainOf = (key: Bytes): string => view(key).toString()

/**
 * The address of a CAIP-10 account, as a key. Its chain is named beside it.
 * @throws ApiStoreError `store.invalid_key`
 */
export const accountKey = (account: string): Buffer =>
  bytesOf(account.slice(account.lastIndexOf(':') + 1))

/** PostgreSQL takes no NUL in a text. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '')
