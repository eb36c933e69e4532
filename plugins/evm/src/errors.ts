import type { LatchkeyError } from '@latchkey/plugin-api'
import { codeOf, createToWalletError, messageOf } from '@latchkey/plugin-api/wallet'
import { DEFAULT_ERROR, INVALID_CHAIN_ID, METHOD_NOT_FOUND, UNKNOWN_CHAIN } from './codes.js'

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
const read = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** Whether a refused switch means that the wallet would know the chain if it were added. Takes what the wallet threw, or ours with that as its cause. */
export const isWorthAdding = (error: unknown): boolean => {
  const code = codeOf(error)
  return (
    code === UNKNOWN_CHAIN ||
    code === DEFAULT_ERROR ||
    (code !== undefined &&
      Math.abs(code) === INVALID_CHAIN_ID &&
      /chain/i.test(messageOf(read(() => (error as { cause?: unknown }).cause) ?? error)))
  )
}

/** What a provider of this plugin throws, so that its word is believed: no wallet can make one. */
export class OwnFailure extends Error {
  constructor(readonly error: LatchkeyError) {
    super(error.message)
  }
}

const toForeignError = createToWalletError({
  codes: {
    [METHOD_NOT_FOUND]: ['wallet.unsupported_method', 'The wallet does not know this method.'],
  },
})

/** Anything that a wallet may throw, as one of ours, with the original as its cause. What calls itself ours is not believed: it came from a wallet. */
export const toWalletError = (error: unknown, method: string): LatchkeyError =>
  read(() => (error instanceof OwnFailure ? error.error : undefined)) ??
  toForeignError(error, method)
