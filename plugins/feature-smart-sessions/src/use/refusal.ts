import { LatchkeyError } from '@latchkey/plugin-api'

/**
 * Why the chain refuses to act for a session. `amount`: more would be moved than is left. `calls`: it has acted
 * as often as it may. `expired`, `early`: the time is not in the session's. `target`, `function`, `value`,
 * `data`: the call is not one of those that were granted. `revoked`: the account has taken it back. `key`: it
 * was granted to another key. `signature`: the account did not sign it. `call`: the call itself fails, for
 * lack of coins as well.
 */
export type RedeemRefusal =
  | 'amount'
  | 'calls'
  | 'expired'
  | 'early'
  | 'target'
  | 'function'
  | 'value'
  | 'data'
  | 'revoked'
  | 'key'
  | 'signature'
  | 'call'

declare module '@latchkey/plugin-api' {
  interface ErrorContexts {
    /**
     * The chain would refuse to act for this session, so nothing was sent. `reason` says why, `words` are
     * the contract's own. `nextPeriod` is when more may be moved, in seconds since 1970, where the amount is one of
     * each period. @remarks Ask the visitor for another session where this one is used up, over or
     * revoked; wait for `nextPeriod` where there is one; otherwise make a call that was granted.
     */
    'sessions.redeem_refused': { reason: RedeemRefusal; words: string; nextPeriod?: number }
    /**
     * A permission context is not one delegation of an account to one key, with limits that are known here.
     * @remarks Use the context as the wallet answered it. That of another kind of grant is redeemed as its
     * wallet says.
     */
    'sessions.bad_context': object
    /**
     * The account of a session is not deployed, and was not within a minute. @remarks Open the session with
     * the `dependencies` of the grant, and see whether the transaction that deploys it went through.
     */
    'sessions.not_deployed': { account: string }
  }
}

/** The words of the framework's contracts, and of OpenZeppelin's, by the reason that they stand for. */
const WORDS: readonly (readonly [RegExp, RedeemRefusal])[] = [
  [/LimitedCallsEnforcer/, 'calls'],
  [/expired-delegation/, 'expired'],
  [/early-delegation|not-started/, 'early'],
  [/AllowedTargetsEnforcer/, 'target'],
  [/AllowedMethodsEnforcer|invalid-method/, 'function'],
  [/ValueLteEnforcer|invalid-value/, 'value'],
  [/(allowance|amount)-exceeded/, 'amount'],
  [/invalid-contract/, 'target'],
  [/ExactCalldataEnforcer|invalid-(calldata|execution)/, 'data'],
]
/** Errors of the framework's manager, by the first four bytes of their hashes. */
const SELECTORS: Readonly<Record<string, RedeemRefusal>> = {
  // CannotUseADisabledDelegation()
  '0x05baa052': 'revoked',
  // InvalidDelegate()
  '0xb5863604': 'key',
  // InvalidEOASignature()
  '0x3db6791c': 'signature',
  // InvalidERC1271Signature()
  '0x155ff427': 'signature',
}
const ERROR_TEXT = '0x08c379a0'
const WORD = 64

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** The bytes that a call reverted with, wherever a node or a library puts them. */
function revertDataOf(error: unknown, depth = 0): string | undefined {
  const data = member(error, 'data')
  if (typeof data === 'string' && data.startsWith('0x')) return data
  for (const inner of [data, member(error, 'cause'), member(error, 'error')])
    if (typeof inner === 'object' && inner !== null && depth < 6) {
      const found = revertDataOf(inner, depth + 1)
      if (found !== undefined) return found
    }
  return undefined
}

/** The text of `Error(string)`. */
function textOf(data: string): string {
  const length = Number(`0x${data.slice(10 + WORD, 10 + 2 * WORD) || '0'}`)
  const digits = data.slice(10 + 2 * WORD, 10 + 2 * WORD + 2 * Math.min(length, 1_000))
  const bytes = digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

const messageOf = (error: unknown): string => {
  const message = member(error, 'message')
  return typeof message === 'string' ? message.slice(0, 1_000) : ''
}

/**
 * Why a call of the framework's manager failed, as a node or a library tells it. An error that is none of the
 * framework's is of the call itself.
 */
export function refusalOf(error: unknown): { reason: RedeemRefusal; words: string } {
  const data = revertDataOf(error) ?? ''
  const words = data.startsWith(ERROR_TEXT) ? textOf(data) : messageOf(error)
  // Some nodes write the selector of an error into their text, and give no data.
  const written = Object.keys(SELECTORS).find((selector) => words.includes(selector))
  const known = SELECTORS[data.slice(0, 10)] ?? SELECTORS[written ?? '']
  const reason = known ?? WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'call'
  return { reason, words }
}

/** Whether a node says that the call fails, and not that it could not be asked. */
export const isRevert = (error: unknown): boolean =>
  revertDataOf(error) !== undefined || /revert/i.test(messageOf(error))

const ADVICE: Readonly<Record<RedeemRefusal, string>> = {
  amount: 'it would move more than is left. Move less, or ask the visitor for another session',
  calls: 'it has acted as often as it may. Ask the visitor for another session',
  expired: 'it is over. Ask the visitor for another session',
  early: 'it has not begun. Wait for its start',
  target: 'the contract is not one that was granted. Call one of its targets',
  function: 'the function is not one that was granted. Call one of its selectors',
  value: 'the call carries more coins than was granted. Send fewer',
  data: 'the call has data, and only plain transfers were granted. Send none',
  revoked: 'the account has taken it back. Ask the visitor for another session',
  key: 'it was granted to another key. Redeem it with that one',
  signature: 'its account did not sign it. Use the context as the wallet answered it',
  call: 'the call itself fails. See whether the account has what the call needs',
}

/** @param nextPeriod seconds since 1970 */
const nextAdvice = (nextPeriod: number): string =>
  'it would move more than is left in this period. Move less, or wait for the next period, which begins at ' +
  new Date(nextPeriod * 1000).toISOString()

/**
 * The error of a call that the chain refuses.
 * @param nextPeriod when the next period of its amount begins, in seconds since 1970
 */
export const refusedError = (
  error: unknown,
  nextPeriod?: number,
): LatchkeyError<'sessions.redeem_refused'> => {
  const { reason, words } = refusalOf(error)
  const next = reason === 'amount' ? nextPeriod : undefined
  return new LatchkeyError(
    'sessions.redeem_refused',
    `The session was refused: ${next === undefined ? ADVICE[reason] : nextAdvice(next)}.`,
    {
      context: { reason, words, ...(next !== undefined && { nextPeriod: next }) },
      cause: error,
    },
  )
}
