import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'

/** The numeric code of a foreign error, wherever wallets put it. */
const codeOf = (error: unknown, depth = 0): number | undefined => {
  try {
    if (typeof error !== 'object' || error === null || depth > 4) return undefined
    const { code, cause, data } = error as { code?: unknown; cause?: unknown; data?: { originalError?: unknown } }
    const number = typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code
    return typeof number === 'number' ? number : codeOf(data?.originalError, depth + 1) ?? codeOf(cause, depth + 1)
  } catch { return undefined }
}
export const toConnectError = (error: unknown, connectorId: string): LatchkeyError => {
  if (isLatchkeyError(error)) return error
  const code = codeOf(error)
  if (code === 4001) return new LatchkeyError('wallet.user_rejected', 'Connection rejected', { context: { connectorId }, cause: error })
  if (code === -32002) return new LatchkeyError('wallet.request_pending', 'A request is waiting in the wallet.', { context: { connectorId }, cause: error })
  return new LatchkeyError('wallet.connect_failed', 'Failed to connect', { context: { connectorId }, cause: error })
}
export const toRequestError = (error: unknown, method: string): LatchkeyError => {
  if (isLatchkeyError(error)) return error
  const code = codeOf(error)
  if (code === 4001) return new LatchkeyError('wallet.user_rejected', 'The request was declined.', { cause: error })
  return new LatchkeyError('rpc.failed', 'The request failed.', { context: { method, ...(code === undefined ? {} : { rpcCode: code }) }, cause: error })
}
