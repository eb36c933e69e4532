import { LatchkeyError } from '@latchkey/plugin-api'
import { badAnswer, badParams, readSafely } from '@latchkey/plugin-api/wallet'
import { copyBytes } from '@latchkey/plugin-api/wallet-standard'
import type { AnyTransaction } from '../api.js'
import { walletObjectBytes } from './walletObjects.js'

interface HostTransaction<T> {
  bytes: Uint8Array
  /** Signed bytes in the form that the host gave. @throws `wallet.bad_answer` */
  answer(signed: Uint8Array): T
}
type Read = (bytes: Uint8Array) => unknown

/** Keeps what web3.js says, such as that nobody pays the fee: it helps the host more than our words. */
const because = <Code extends 'rpc.failed' | 'wallet.bad_answer'>(
  { code, message, context }: LatchkeyError<Code>,
  cause: unknown,
): LatchkeyError<Code> => new LatchkeyError(code, message, { context, cause })

/**
 * Reads bytes, or an object of the host's own copy of web3.js, whose class reads the answer: so this
 * package imports no web3.js.
 * @throws `rpc.failed`, with the error of web3.js as `cause` where it has thrown one
 */
export function readHostTransaction<T extends AnyTransaction>(
  method: string,
  transaction: T,
): HostTransaction<T> {
  const given = copyBytes(transaction)
  if (given) return { bytes: given, answer: (signed) => copyBytes(signed) as Uint8Array as T }
  let bytes: Uint8Array | undefined
  let cause: unknown
  try {
    bytes = walletObjectBytes(transaction)
  } catch (error) {
    cause = error
  }
  const home = readSafely(
    () =>
      (transaction as { constructor: unknown }).constructor as { from?: Read; deserialize?: Read },
  )
  const read = readSafely(() => ('version' in transaction ? home?.deserialize : home?.from))
  if (!bytes || typeof read !== 'function')
    throw because(
      badParams(method, 'a transaction of web3.js 1, or the bytes of a transaction'),
      cause,
    )
  return {
    bytes,
    answer(signed) {
      try {
        return Reflect.apply(read, home, [signed]) as T
      } catch (error) {
        throw because(badAnswer(method, 'a transaction of the kind that it was given'), error)
      }
    },
  }
}
