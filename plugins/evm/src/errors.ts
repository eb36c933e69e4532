import { LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'

/** Unrecognized chain (EIP-3326): leads to adding the chain. */
export const UNKNOWN_CHAIN = 4902
/** Default error of some wallets: adding the chain is worth a try. */
export const DEFAULT_ERROR = 5000
/** Invalid chain id; wallets send it with or without its sign (JSON-RPC internal error). */
export const INVALID_CHAIN_ID = 32603

/** Longest text of a wallet that goes into an error. */
const MOST_TEXT = 1_000
/** How deep a code may be wrapped. */
const DEEPEST = 4

const CODES: Readonly<Record<number, [ErrorCode, string]>> = {
  4001: ['wallet.user_rejected', 'The visitor declined in the wallet.'],
  4100: ['wallet.unauthorized', 'The wallet has not authorised this account or method: connect again.'],
  4200: ['wallet.unsupported_method', 'The wallet does not support this method.'],
  4900: ['wallet.disconnected', 'The wallet is disconnected from all chains.'],
  4901: ['wallet.chain_disconnected', 'The wallet is not connected to the requested chain.'],
  [UNKNOWN_CHAIN]: ['wallet.unknown_chain', 'The wallet does not know this chain.'],
  [-32002]: ['wallet.request_pending', 'A request is already waiting in the wallet: open it.'],
}

interface Loose {
  code?: unknown
  message?: unknown
  data?: Loose
  originalError?: Loose
  cause?: Loose
}

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
const read = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** The numeric code of whatever was thrown, also where wallets hide it. `undefined` if it has none. */
export function codeOf(error: unknown, depth = 0): number | undefined {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return undefined
  const loose = error as Loose
  const code = read(() => loose.code)
  const number = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code
  // -32603 wraps what really happened.
  if (Number.isInteger(number) && Math.abs(number as number) !== INVALID_CHAIN_ID) return number as number
  const wrapped = [read(() => loose.data?.originalError), read(() => loose.originalError), read(() => loose.cause)]
  const inner = wrapped.map((each) => codeOf(each, depth + 1)).find((each) => each !== undefined)
  return inner ?? (Number.isInteger(number) ? (number as number) : undefined)
}

const messageOf = (error: unknown): string => {
  const message = typeof error === 'string' ? error : read(() => (error as Loose).message)
  return typeof message === 'string' && message ? message.slice(0, MOST_TEXT) : 'no message'
}

/** Whether a refused switch means that the wallet would know the chain if it were added. Takes what the wallet threw, or ours with that as its cause. */
export const isWorthAdding = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === UNKNOWN_CHAIN || code === DEFAULT_ERROR || (code !== undefined && Math.abs(code) === INVALID_CHAIN_ID && /chain/i.test(messageOf(read(() => (error as Loose).cause) ?? error)))
}

/** What a provider of this plugin throws, so that its word is believed: no wallet can make one. */
export class OwnFailure extends Error {
  constructor(readonly error: LatchkeyError) {
    super(error.message)
  }
}

/** Anything that a wallet may throw, as one of ours, with the original as its cause. What calls itself ours is not believed: it came from a wallet. */
export function toWalletError(error: unknown, method: string): LatchkeyError {
  const own = read(() => (error instanceof OwnFailure ? error.error : undefined))
  if (own) return own
  const code = codeOf(error)
  const known = code === undefined ? undefined : CODES[code]
  if (known) return new LatchkeyError(known[0], known[1], { context: { method }, cause: error })
  return new LatchkeyError('rpc.failed', `The wallet failed to answer ${method}: ${messageOf(error)}`, { context: { method, ...(code !== undefined && { rpcCode: code }) }, details: messageOf(error), cause: error })
}
