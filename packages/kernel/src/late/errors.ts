import { isLatchkeyError, LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'

interface Loose {
  code?: unknown
  message?: unknown
  cause?: unknown
  originalError?: unknown
  data?: { originalError?: unknown }
}

/** A member of anything at all: thrown things may be proxies and getters that throw. */
const read = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** Every numeric code of a thrown thing, also those that wallets wrap: the outermost first. */
function codesOf(error: unknown, depth = 0): readonly number[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const loose = error as Loose
  const code = read(() => loose.code)
  const number = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code
  const inner = [read(() => loose.data?.originalError), read(() => loose.originalError), read(() => loose.cause)]
  return [...(typeof number === 'number' ? [number] : []), ...inner.flatMap((each) => codesOf(each, depth + 1))]
}

const PENDING = 'A request is already waiting in the wallet: open it.'
/** What EIP-1193, EIP-3326 and JSON-RPC codes mean. */
const CODES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  4001: ['wallet.user_rejected', 'The visitor declined in the wallet.'],
  4100: ['wallet.unauthorized', 'The wallet has not authorised this account or method: connect again.'],
  4200: ['wallet.unsupported_method', 'The wallet does not support this method.'],
  4900: ['wallet.disconnected', 'The wallet is disconnected from all networks.'],
  4901: ['wallet.chain_disconnected', 'The wallet is not connected to the requested network.'],
  4902: ['wallet.unknown_chain', 'The wallet does not know the requested network.'],
  '-32002': ['wallet.request_pending', PENDING],
}

/** Whatever a connector threw, as one of ours. A rejection is a normal outcome. */
export function toConnectError(error: unknown, connectorId: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const codes = codesOf(error)
  const more = { context: { connectorId }, cause: error }
  if (codes.includes(4001)) return new LatchkeyError('wallet.user_rejected', 'Connection rejected', more)
  if (codes.includes(-32002)) return new LatchkeyError('wallet.request_pending', PENDING, more)
  return new LatchkeyError('wallet.connect_failed', 'Failed to connect', more)
}

/** Whatever answering a request threw, as one of ours; the original stays the cause, with its code and data. */
export function toRequestError(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const codes = codesOf(error)
  const known = codes.map((code) => CODES[code]).find(Boolean)
  if (known) return new LatchkeyError(known[0], known[1], { context: { method }, cause: error })
  const said = read(() => (error as Loose).message)
  const message = typeof said === 'string' && said ? said : 'no message'
  return new LatchkeyError('rpc.failed', `${method} failed: ${message}`, { context: { method, ...(codes[0] !== undefined && { rpcCode: codes[0] }) }, details: message, cause: error })
}
