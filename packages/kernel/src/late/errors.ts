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

/** What the codes of EIP-1193, EIP-3326 and JSON-RPC are called here. */
const NAMES: Readonly<Record<string, ErrorCode>> = {
  4001: 'wallet.user_rejected', 4100: 'wallet.unauthorized', 4200: 'wallet.unsupported_method', 4900: 'wallet.disconnected', 4901: 'wallet.chain_disconnected', 4902: 'wallet.unknown_chain', '-32002': 'wallet.request_pending',
}

/** Whatever a connector threw, as one of ours. A rejection is a normal outcome. */
export function toConnectError(error: unknown, connectorId: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const codes = codesOf(error)
  const make = (code: ErrorCode, message: string): LatchkeyError => new LatchkeyError(code, message, { context: { connectorId }, cause: error })
  return codes.includes(4001) ? make('wallet.user_rejected', 'Connection rejected')
    : codes.includes(-32002) ? make('wallet.request_pending', 'A request is waiting in the wallet: open it.')
    : make('wallet.connect_failed', 'Failed to connect')
}

/** Whatever answering a request threw, as one of ours; the original stays the cause, with its code and data. */
export function toRequestError(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const codes = codesOf(error)
  const known = codes.map((code) => NAMES[code]).find(Boolean)
  const said = read(() => (error as Loose).message)
  const details = typeof said === 'string' && said ? said : 'no message'
  return new LatchkeyError(known ?? 'rpc.failed', `${method} failed: ${details}`, { context: { method, ...(!known && codes[0] !== undefined && { rpcCode: codes[0] }) }, details, cause: error })
}
