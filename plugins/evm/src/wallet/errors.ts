import { codeOf, createToWalletError, messageOf, readSafely } from '@latchkey/plugin-api/wallet'
import {
  DEFAULT_ERROR,
  INVALID_CHAIN_ID,
  METHOD_NOT_FOUND,
  UNKNOWN_CHAIN,
} from '../chain/errorCodes.js'

/**
 * Whether a refused switch means that the wallet may know the chain once it is added.
 * @param error as the wallet threw it, or ours with that as its cause
 */
export const isWorthAdding = (error: unknown): boolean => {
  const code = codeOf(error)
  return (
    code === UNKNOWN_CHAIN ||
    code === DEFAULT_ERROR ||
    (code !== undefined &&
      Math.abs(code) === INVALID_CHAIN_ID &&
      /chain/i.test(messageOf(readSafely(() => (error as { cause?: unknown }).cause) ?? error)))
  )
}

/** Maps anything that a wallet throws to an error of ours, with the original as its cause. */
export const toWalletError = createToWalletError({
  codes: {
    [METHOD_NOT_FOUND]: ['wallet.unsupported_method', 'The wallet does not know this method.'],
  },
})
