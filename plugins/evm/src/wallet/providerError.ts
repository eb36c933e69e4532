import { isLatchkeyError } from '@latchkey/plugin-api'
import { codeOf, readSafely } from '@latchkey/plugin-api/wallet'
import { METHOD_NOT_FOUND } from '../chain/errorCodes.js'

/** Numeric codes of EIP-1193, EIP-3326 (4902) and JSON-RPC (negative) by our codes. */
const NUMERIC_CODES: Readonly<Record<string, number>> = {
  'wallet.user_rejected': 4001,
  'kernel.modal_closed': 4001,
  'wallet.unauthorized': 4100,
  'rpc.no_connection': 4100,
  'kernel.account_or_network_missing': 4100,
  'rpc.method_not_allowed': 4200,
  'wallet.unsupported_method': 4200,
  'kernel.network_switch_disabled': 4200,
  'wallet.switch_unsupported': 4200,
  'wallet.disconnected': 4900,
  'kernel.disposed': 4900,
  'wallet.chain_disconnected': 4901,
  'wallet.unknown_chain': 4902,
  'kernel.network_unknown': 4902,
  'wallet.request_pending': -32002,
}
const INTERNAL = -32603

interface Thrown {
  message?: unknown
  data?: unknown
}

/** The message and data of an error that a wallet threw. */
const readThrown = (thrown: unknown): Thrown =>
  readSafely(() => {
    if (typeof thrown !== 'object' || thrown === null) return {}
    const { message, data } = thrown as Thrown
    return { message, data }
  }) ?? {}

/**
 * Makes the error that EIP-1193 callers expect: a numeric code, the wallet's own message and data,
 * and our error as the cause.
 */
export function toProviderError(error: unknown): Error & { code: number; data?: unknown } {
  const ours = isLatchkeyError(error) ? error : undefined
  const { message, data } = readThrown(ours ? ours.cause : error)
  const given = ours ? undefined : (error as { code?: unknown } | undefined)?.code
  const rpcCode = isLatchkeyError(error, 'rpc.failed') ? error.context.rpcCode : undefined
  // Two numbers mean an unsupported method: callers get the one that the wallet used.
  const isNotFound =
    isLatchkeyError(error, 'wallet.unsupported_method') && codeOf(error.cause) === METHOD_NOT_FOUND
  const code = isNotFound
    ? METHOD_NOT_FOUND
    : ((ours && NUMERIC_CODES[ours.code]) ??
      rpcCode ??
      (typeof given === 'number' ? given : INTERNAL))
  const text = typeof message === 'string' && message ? message : (ours?.message ?? String(error))
  return Object.assign(new Error(text, { cause: error }), {
    code,
    ...(data !== undefined && { data }),
  })
}
