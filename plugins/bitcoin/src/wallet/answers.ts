// Reads the answers of requests. They are checked here too, because a wallet behind a relay is
// asked in the same way.
import { toBase64, toBytes } from '../chain/encoding.js'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { readMember } from './untrusted.js'

/** The signature of an answer, in base64 as Bitcoin writes it. @throws `wallet.bad_answer` */
export function readSignature(answer: unknown): string {
  const bytes = toBytes(readMember(answer, 'signature'))
  if (!bytes) throw badAnswer('signMessage', 'a signature')
  return toBase64(bytes)
}
export function readTxid(answer: unknown): string {
  const txid = readMember(answer, 'txid')
  if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/i.test(txid))
    throw badAnswer('sendTransfer', 'a transaction id')
  return txid
}
