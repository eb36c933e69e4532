import { LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'

/** Longest text of a wallet that goes into an error. */
const MOST_TEXT = 1_000

const CODES: Readonly<Record<number, [ErrorCode, string]>> = {
  4001: ['wallet.user_rejected', 'The visitor declined in the wallet.'],
  4100: ['wallet.unauthorized', 'The wallet has not authorised this account or method: connect again.'],
  4200: ['wallet.unsupported_method', 'The wallet does not support this method.'],
  4900: ['wallet.disconnected', 'The wallet is disconnected.'],
  4902: ['wallet.unknown_chain', 'The wallet does not know this chain.'],
  [-32002]: ['wallet.request_pending', 'A request is already waiting in the wallet: open it.'],
}
/** Most of these wallets have no codes, only words. */
const WORDS: readonly [RegExp, number][] = [
  [/reject|denied|declin|cancel/i, 4001],
  [/\b(no|unknown|invalid|unsupported|unrecognized)\b.*\bchain|\bchain\b.*\b(not|unknown|unsupported)\b/i, 4902],
  [/not\b.*\b(authoriz|authoris|permit|permission|allow)|unauthori/i, 4100],
]

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
export const read = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

const messageOf = (error: unknown): string => {
  const message = typeof error === 'string' ? error : read(() => (error as { message?: unknown }).message)
  return typeof message === 'string' && message ? message.slice(0, MOST_TEXT) : 'no message'
}

/** Anything that a wallet may throw, as one of ours, with the original as its cause. What calls itself ours is not believed: it came from a wallet. */
export function toWalletError(error: unknown, method: string): LatchkeyError {
  const message = messageOf(error)
  const given = read(() => (error as { code?: unknown }).code)
  const code = typeof given === 'number' && Number.isInteger(given) ? given : undefined
  const known = (code !== undefined && CODES[code]) || CODES[WORDS.find(([words]) => words.test(message))?.[1] ?? 0]
  if (known) return new LatchkeyError(known[0], `${known[1]} It said: ${message}`, { context: { method }, details: message, cause: error })
  return new LatchkeyError('rpc.failed', `The wallet failed to answer ${method}: ${message}`, { context: { method, ...(code !== undefined && { rpcCode: code }) }, details: message, cause: error })
}
