import type { LatchkeyError } from '@latchkey/plugin-api'
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
const mapPlainError = createToWalletError({ codes: { [-32601]: UNSUPPORTED } })
/** In an envelope of WBIP three codes have meanings of their own. */
const mapEnvelopeError = createToWalletError({
  codes: {
    [-32601]: UNSUPPORTED,
    [-32000]: DECLINED,
    [-32001]: UNSUPPORTED,
    [-32002]: UNAUTHORISED,
  },
})

/** Carries the `error` of a WBIP envelope to {@link toWalletError}, which reads its codes. */
export class EnvelopeError {
  readonly #error: unknown
  constructor(error: unknown) {
    this.#error = error
  }
  /**
   * The error inside, or the thrown value itself. Runs no code of the thrown value, as `instanceof`
   * would with a proxy.
   */
  static open(thrown: unknown): { error: unknown; isEnvelope: boolean } {
    return typeof thrown === 'object' && thrown !== null && #error in thrown
      ? { error: thrown.#error, isEnvelope: true }
      : { error: thrown, isEnvelope: false }
  }
}

/**
 * Maps anything that a Bitcoin wallet throws to an error of ours, with the original as its cause. A
 * thrown `LatchkeyError` is not believed, as a wallet can forge one.
 */
export function toWalletError(thrown: unknown, method: string): LatchkeyError {
  const { error, isEnvelope } = EnvelopeError.open(thrown)
  return (isEnvelope ? mapEnvelopeError : mapPlainError)(error, method)
}
