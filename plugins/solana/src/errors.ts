import { LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'

/** Longest text of a wallet that goes into an error. */
const MOST_TEXT = 1_000
/** How deep a code may be wrapped. */
const DEEPEST = 4

const CODES: Readonly<Record<number, [ErrorCode, string]>> = {
  4001: ['wallet.user_rejected', 'The visitor declined in the wallet.'],
  // The same, as @wallet-standard/errors numbers it.
  4001000: ['wallet.user_rejected', 'The visitor declined in the wallet.'],
  4100: ['wallet.unauthorized', 'The wallet has not authorised this account or method: connect again.'],
  4200: ['wallet.unsupported_method', 'The wallet does not support this method.'],
  4900: ['wallet.disconnected', 'The wallet is disconnected.'],
  [-32002]: ['wallet.request_pending', 'A request is already waiting in the wallet: open it.'],
}

interface Loose {
  code?: unknown
  message?: unknown
  error?: unknown
  cause?: unknown
}

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
export const look = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** The numeric code of whatever was thrown, also where wallet adapters wrap it. */
function codeOf(error: unknown, depth = 0): number | undefined {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return undefined
  const loose = error as Loose
  const code = look(() => loose.code)
  if (Number.isInteger(code)) return code as number
  return codeOf(look(() => loose.error), depth + 1) ?? codeOf(look(() => loose.cause), depth + 1)
}

const messageOf = (error: unknown): string => {
  const message = typeof error === 'string' ? error : look(() => (error as Loose).message)
  return typeof message === 'string' && message ? message.slice(0, MOST_TEXT) : 'no message'
}

/** Many Solana wallets say 'no' in words alone: no standard gives them a number. */
const SAYS_NO = /^user (has )?(rejected|denied|declined|cancell?ed)\b/i

/** Wraps what this plugin itself found wrong while it spoke with a wallet. No wallet can make one, so this alone is believed. */
export class Found extends Error {
  constructor(readonly error: LatchkeyError) {
    super(error.message)
  }
}

/** Anything that a wallet may throw, as one of ours, with the original as its cause. What calls itself ours is not believed: it came from a wallet. */
export function toWalletError(error: unknown, method: string): LatchkeyError {
  if (look(() => error instanceof Found)) return (error as Found).error
  const code = codeOf(error) ?? (SAYS_NO.test(messageOf(error)) ? 4001 : undefined)
  const known = code === undefined || !Object.hasOwn(CODES, code) ? undefined : CODES[code]
  if (known) return new LatchkeyError(known[0], known[1], { context: { method }, cause: error })
  return new LatchkeyError('rpc.failed', `The wallet failed to answer ${method}: ${messageOf(error)}`, { context: { method, ...(code !== undefined && { rpcCode: code }) }, details: messageOf(error), cause: error })
}

export const badAnswer = (method: string, what: string): LatchkeyError => new LatchkeyError('wallet.bad_answer', `The wallet answered ${method} with ${what}.`, { context: { method } })
/** JSON-RPC's -32602. */
export const badParams = (method: string, expected: string): LatchkeyError => new LatchkeyError('rpc.failed', `Invalid parameters of ${method}: expected ${expected}.`, { context: { method, rpcCode: -32602 } })
export const unsupported = (method: string): LatchkeyError => new LatchkeyError('wallet.unsupported_method', `The wallet does not support ${method}.`, { context: { method } })
