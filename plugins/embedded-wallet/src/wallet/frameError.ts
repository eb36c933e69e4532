import { isLatchkeyError } from '@latchkey/plugin-api'
import { createToWalletError } from '@latchkey/plugin-api/wallet'

const toWalletError = /* @__PURE__ */ createToWalletError()

/** JSON-RPC: the parameters are not those of the method. */
const INVALID_PARAMS = -32_602

/** An error of the frame, as a wallet's: libraries read its code (EIP-1193, EIP-5792, JSON-RPC). */
export function toFrameError(error: unknown, method: string): unknown {
  if (error instanceof TypeError)
    return toWalletError({ code: INVALID_PARAMS, message: error.message }, method)
  if (!isLatchkeyError(error, 'embedded.request_failed') || error.cause === undefined) return error
  return toWalletError(error.cause, method)
}
