// What answers of the wire hold: also a relay's wallet is asked, so they are checked.
import { toBase64, toBytes } from './encoding.js'
import { badAnswer } from './errors.js'
import { member } from './loose.js'

/** The signature of an answer, in base64 as Bitcoin writes it. */
export function signatureOf(answer: unknown): string {
  const bytes = toBytes(member(answer, 'signature'))
  if (!bytes) throw badAnswer('signMessage', 'a signature')
  return toBase64(bytes)
}
export function txidOf(answer: unknown): string {
  const txid = member(answer, 'txid')
  if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/i.test(txid))
    throw badAnswer('sendTransfer', 'a transaction id')
  return txid
}
