import { base64urlnopad } from '@scure/base'
import { combine, split } from 'shamir-secret-sharing'
import { addressesOf, deriveKeys, eraseKeys, SECRET_BYTES, type Addresses } from './derive.js'
import { KeysError } from './errors.js'

const ID_BYTES = 16
/** A share: 32 bytes and its place on the curve, base64url. */
export const SHARE_BYTES = SECRET_BYTES + 1

/** Three shares of a secret, of which any two give it (Shamir). */
export interface Shares {
  readonly device: string
  readonly service: string
  readonly recovery: string
}

/** Splits a secret anew: shares of different splits give nothing together. */
export async function splitSecret(secret: Uint8Array): Promise<Shares> {
  const shares = await split(secret, 3, 2)
  const [device = '', service = '', recovery = ''] = shares.map((share) =>
    base64urlnopad.encode(share),
  )
  for (const share of shares) share.fill(0)
  return { device, service, recovery }
}

const mismatch = (): KeysError =>
  new KeysError('mismatch', 'These shares do not give the wallet that is on record.')

function readShare(text: string): Uint8Array {
  try {
    const bytes = base64urlnopad.decode(text)
    if (bytes.length === SHARE_BYTES) return bytes
  } catch {
    // The text is not base64url.
  }
  throw mismatch()
}

async function combined(pair: readonly Uint8Array[]): Promise<Uint8Array> {
  try {
    return await combine([...pair])
  } catch {
    throw mismatch() // the same share twice
  }
}

/**
 * Joins two shares. Shamir's scheme does not notice a wrong share: it gives another secret. So the
 * addresses of what comes out must be those on record, both of them.
 * @returns the secret, 32 bytes; overwrite it after use
 * @throws KeysError `mismatch` where the shares are damaged, of another wallet or of another split
 */
export async function joinShares(
  one: string,
  other: string,
  record: Addresses,
): Promise<Uint8Array> {
  const pair = [readShare(one), readShare(other)]
  try {
    const secret = await combined(pair)
    const keys = await deriveKeys(secret)
    const found = addressesOf(keys)
    eraseKeys(keys)
    if (found.evm === record.evm && found.solana === record.solana) return secret
    secret.fill(0)
    throw mismatch()
  } finally {
    for (const share of pair) share.fill(0)
  }
}

/** A new wallet: its id, its addresses and the first shares of its secret, which is forgotten here. */
export async function createWallet(): Promise<{
  id: string
  addresses: Addresses
  shares: Shares
}> {
  const id = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  try {
    const keys = await deriveKeys(secret)
    const addresses = addressesOf(keys)
    eraseKeys(keys)
    return { id, addresses, shares: await splitSecret(secret) }
  } finally {
    secret.fill(0)
  }
}
