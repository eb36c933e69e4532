import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import type { SatsConnectError } from '../provider.js'

/** sats-connect's `RpcErrorCode`. Its enum would bring all of its code along. */
const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603
const USER_REJECTION = -32000
const METHOD_NOT_SUPPORTED = -32001
const ACCESS_DENIED = -32002

/** By our codes. */
const CODES: Readonly<Record<string, number>> = {
  'wallet.user_rejected': USER_REJECTION,
  'wallet.popup_closed': USER_REJECTION,
  'kernel.modal_closed': USER_REJECTION,
  'rpc.method_not_allowed': METHOD_NOT_SUPPORTED,
  'wallet.unsupported_method': METHOD_NOT_SUPPORTED,
  'wallet.switch_unsupported': METHOD_NOT_SUPPORTED,
  'kernel.network_switch_disabled': METHOD_NOT_SUPPORTED,
  'kernel.network_client_missing': METHOD_NOT_SUPPORTED,
  'bitcoin.cannot_build': METHOD_NOT_SUPPORTED,
  'wallet.unauthorized': ACCESS_DENIED,
  'wallet.disconnected': ACCESS_DENIED,
  'rpc.no_connection': ACCESS_DENIED,
  'kernel.account_or_network_missing': ACCESS_DENIED,
  'adapter.invalid_address': INVALID_PARAMS,
  'bitcoin.message_not_text': INVALID_PARAMS,
  'kernel.network_unknown': INVALID_PARAMS,
}

/** sats-connect goes on with another way to do it where this code comes back. */
export const methodNotFound = (method: unknown): LatchkeyError =>
  new LatchkeyError(
    'rpc.failed',
    `The method ${JSON.stringify(String(method).slice(0, 80))} is not known here.`,
    { context: { rpcCode: METHOD_NOT_FOUND } },
  )

/** No Bitcoin wallet is connected, and the method opens no modal. */
export const notConnected = (method: string): LatchkeyError =>
  new LatchkeyError(
    'wallet.unauthorized',
    `No Bitcoin wallet is connected: ask for wallet_connect before ${method}.`,
    { context: { method } },
  )

/** The error of a JSON-RPC envelope. */
export function toRpcError(thrown: unknown): SatsConnectError {
  if (!isLatchkeyError(thrown))
    return {
      code: INTERNAL_ERROR,
      message: thrown instanceof Error ? thrown.message : 'The request failed.',
    }
  const rpcCode = isLatchkeyError(thrown, 'rpc.failed') ? thrown.context.rpcCode : undefined
  return {
    code: CODES[thrown.code] ?? rpcCode ?? INTERNAL_ERROR,
    message: thrown.message,
    data: { code: thrown.code },
  }
}
