import { LatchkeyError } from '@latchkey/plugin-api'
import { createToWalletError, type Meaning } from '@latchkey/plugin-api/wallet'

const DECLINED: Meaning = ['wallet.user_rejected', 'The visitor declined in the wallet.']
const UNAUTHORISED: Meaning = [
  'wallet.unauthorized',
  'The wallet has not authorised this account or method: connect again.',
]
const UNSUPPORTED: Meaning = [
  'wallet.unsupported_method',
  'The wallet does not support this method.',
]
const toPlainError = createToWalletError({ codes: { [-32601]: UNSUPPORTED } })
/** In an envelope of WBIP three codes mean something else. */
const toEnvelopeError = createToWalletError({
  codes: {
    [-32601]: UNSUPPORTED,
    [-32000]: DECLINED,
    [-32001]: UNSUPPORTED,
    [-32002]: UNAUTHORISED,
  },
})

/** The error of a WBIP envelope. */
export class Refusal {
  readonly #error: unknown
  constructor(error: unknown) {
    this.#error = error
  }
  /** What it holds; of anything else that thing. Asks no proxy, as `instanceof` would. */
  static open(thrown: unknown): { error: unknown; isEnvelope: boolean } {
    return typeof thrown === 'object' && thrown !== null && #error in thrown
      ? { error: thrown.#error, isEnvelope: true }
      : { error: thrown, isEnvelope: false }
  }
}

/** Anything that a wallet may throw, as one of ours, with the original as its cause. What calls itself ours is not believed: it came from a wallet. */
export function toWalletError(thrown: unknown, method: string): LatchkeyError {
  const { error, isEnvelope } = Refusal.open(thrown)
  return (isEnvelope ? toEnvelopeError : toPlainError)(error, method)
}

export const badAnswer = (method: string, expected: string): LatchkeyError<'wallet.bad_answer'> =>
  new LatchkeyError(
    'wallet.bad_answer',
    `The wallet answered ${method} with something else than ${expected}.`,
    { context: { method } },
  )
/** JSON-RPC's invalid params. */
export const badParams = (method: string, expected: string): LatchkeyError<'rpc.failed'> =>
  new LatchkeyError('rpc.failed', `Invalid parameters of ${method}: expected ${expected}.`, {
    context: { method, rpcCode: -32602 },
  })
export const unsupported = (
  method: string,
  why = 'this wallet does not know it',
): LatchkeyError<'wallet.unsupported_method'> =>
  new LatchkeyError('wallet.unsupported_method', `${method} is not supported: ${why}.`, {
    context: { method },
  })
