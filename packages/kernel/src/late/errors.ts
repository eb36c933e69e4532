import { isLatchkeyError, LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'
import { codesOf, createToWalletError, isRejection, messageOf } from '@latchkey/plugin-api/wallet'

/**
 * Turns whatever a connector threw into a LatchkeyError. A rejection by the visitor is a normal
 * outcome; an error without a code of its own becomes `wallet.connect_failed`.
 */
export function toConnectError(error: unknown, connectorId: string): LatchkeyError {
  const isOurs = isLatchkeyError(error)
  if (isOurs && error.code !== 'rpc.failed') return error
  const make = (code: ErrorCode, message: string): LatchkeyError =>
    new LatchkeyError(code, message, {
      context: { connectorId },
      details: isOurs ? (error.details ?? error.message) : messageOf(error),
      cause: error,
    })
  return isRejection(error)
    ? make('wallet.user_rejected', 'Connection rejected')
    : codesOf(error).includes(-32002)
      ? make('wallet.request_pending', 'A request is waiting in the wallet: open it.')
      : make('wallet.connect_failed', 'Failed to connect')
}

const toForeignError = createToWalletError()

/**
 * Turns whatever a request threw into a LatchkeyError. The original error stays as its cause, with
 * its code and data.
 */
export const toRequestError = (error: unknown, method: string): LatchkeyError =>
  isLatchkeyError(error) ? error : toForeignError(error, method)
