import { LatchkeyError, type ErrorCode } from './errors.js'

/** Longest text of a wallet that goes into an error. */
const MOST_TEXT = 1_000
/** Wrapped errors that are looked at: whoever throws may nest without end. */
const MOST_ERRORS = 40
/** Where wallets and their libraries put the error that really happened. */
const WRAPPERS = ['cause', 'originalError', 'error', 'data', 'info', 'payload'] as const

/** JSON-RPC internal error; wallets wrap in it what really happened, and send it with or without its sign. */
const INTERNAL = 32603

export type Meaning = readonly [code: ErrorCode, message: string]

const DECLINED: Meaning = ['wallet.user_rejected', 'The visitor declined in the wallet.']
/** EIP-1193, EIP-3326 (4902), JSON-RPC, and 4001 as @wallet-standard/errors numbers it. */
const CODES: Readonly<Record<number, Meaning>> = {
  4001: DECLINED,
  4001000: DECLINED,
  4100: [
    'wallet.unauthorized',
    'The wallet has not authorised this account or method: connect again.',
  ],
  4200: ['wallet.unsupported_method', 'The wallet does not support this method.'],
  4900: ['wallet.disconnected', 'The wallet is disconnected.'],
  4901: ['wallet.chain_disconnected', 'The wallet is not on the requested network.'],
  4902: ['wallet.unknown_chain', 'The wallet does not know this network.'],
  [-32002]: ['wallet.request_pending', 'A request is already waiting in the wallet: open it.'],
}

/** How libraries call a rejection, as `code` or as `name`. */
const REJECTION = /^(action_rejected|user_?(rejected|denied|declined|refused|cancell?ed)\w*)$/i
/**
 * How wallets without codes say that a person said no. A node, a network or a policy that rejects is none, and neither is an ERC-4337 user operation:
 * it must be the user who rejects, or the whole text must be a bare "Rejected" or "Request cancelled".
 */
const SAYS_NO: readonly RegExp[] = [
  /\busers?\s+((has|have|had|explicitly|manually)\s+)*(reject(ed|s)?|den(ied|ies)|declined?s?|cancel(l?ed|s)?|refused?s?|disapproved|aborted|dismissed)\b(?!\s+by\b)/i,
  /\b(rejected|denied|declined|cancell?ed|refused|aborted|dismissed)\s+(in\s+(the\s+)?wallet\s+)?by\s+(the\s+)?(user|visitor|owner)\b(?!\s*op)/i,
  /^\s*(error:\s*)?((the|this)\s+)?((connection|connect|signature|signing|sign|sign-?in|login|access|approval|authori[sz]ation)\s+)?((request|action)\s+)?((was|has been|is)\s+)?(rejected|declined|cancell?ed)\s*[.!]?\s*$/i,
  /^\s*(error:\s*)?((the|this)\s+)?transaction\s+((was|has been|is)\s+)?(declined|cancell?ed)\s*[.!]?\s*$/i,
]

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
const read = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** What was thrown and what it wraps, the outermost first. */
function unwrap(error: unknown): readonly unknown[] {
  const all: unknown[] = [error]
  for (let at = 0; at < all.length; at++) {
    const one = all[at]
    if (typeof one !== 'object' || one === null) continue
    for (const name of WRAPPERS) {
      const inner = read(() => (one as Readonly<Record<string, unknown>>)[name])
      if (
        all.length < MOST_ERRORS &&
        (typeof inner === 'string' || (typeof inner === 'object' && inner !== null)) &&
        !all.includes(inner)
      )
        all.push(inner)
    }
  }
  return all
}

const toNumber = (code: unknown): number | undefined => {
  const number = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code
  return Number.isInteger(number) ? (number as number) : undefined
}

/** Every numeric code of a thrown thing, whatever wraps it, also as text (`'4001'`): the outermost first. */
export const codesOf = (error: unknown): readonly number[] =>
  unwrap(error).flatMap((each) => toNumber(read(() => (each as { code?: unknown }).code)) ?? [])

/** The code that says most: the outermost that is not JSON-RPC's "internal error", in which others are wrapped. */
export function codeOf(error: unknown): number | undefined {
  const codes = codesOf(error)
  return codes.find((code) => Math.abs(code) !== INTERNAL) ?? codes[0]
}

const textOf = (error: unknown): string => {
  const message =
    typeof error === 'string' ? error : read(() => (error as { message?: unknown }).message)
  return typeof message === 'string' ? message.slice(0, MOST_TEXT) : ''
}
/** What was said when it was thrown, at most 1,000 characters. */
export const messageOf = (error: unknown): string => textOf(error) || 'no message'

/** JSON-RPC errors that say nothing of what happened: wallets without codes of their own send them with their words. Geth's -32000 is one, and so is what a library numbers 0 or 1. */
const GENERIC = [0, 1, -1, INTERNAL, -INTERNAL, -32000]
/** A contract that reverted (geth, EIP-1474 as nodes have it). Its words are whatever the contract wants. */
const REVERTED = 3

/** Whether a person said no, by a code or name at any depth, or in words where nothing else says what it is: no code of its own beside them, and no contract that reverted. */
export function isRejection(error: unknown): boolean {
  const all = unwrap(error).map((each) => ({
    text: textOf(each),
    said: [
      read(() => (each as { code?: unknown }).code),
      read(() => (each as { name?: unknown }).name),
    ],
  }))
  const codes = codesOf(error)
  if (codes.some((code) => code === 4001 || code === 4001000)) return true
  if (codes.includes(REVERTED) || all.some(({ text }) => /revert/i.test(text))) return false
  if (all.some(({ said }) => said.some((word) => typeof word === 'string' && REJECTION.test(word))))
    return true
  return (
    codes.every((code) => GENERIC.includes(code)) &&
    all.some(({ text }) => SAYS_NO.some((words) => words.test(text)))
  )
}

export interface WalletErrorRules {
  /** What further numbers mean, or other things than usual. */
  readonly codes?: Readonly<Record<number, Meaning>>
  /** What its words mean where no number says so, after "no". */
  readonly words?: readonly (readonly [pattern: RegExp, meaning: Meaning])[]
}
export type ToWalletError = (error: unknown, method: string) => LatchkeyError

/**
 * Turns anything that a wallet may throw into an error of ours, with the original as its cause: codes and words are read wherever libraries wrap them.
 * What calls itself ours is not believed, as it came from a wallet. What nobody knows is `rpc.failed`; the kernel makes `wallet.connect_failed` of that where a visitor connects.
 * @example const toWalletError = createToWalletError({ codes: { [-32601]: ['wallet.unsupported_method', 'The wallet does not know this method.'] } })
 */
export function createToWalletError({
  codes = {},
  words = [],
}: WalletErrorRules = {}): ToWalletError {
  const meanings = { ...CODES, ...codes }
  return (error, method) => {
    const said = messageOf(error)
    const byCode = codesOf(error)
      .map((code) => (Object.hasOwn(meanings, code) ? meanings[code] : undefined))
      .find((meaning) => meaning !== undefined)
    const known =
      byCode ?? (isRejection(error) ? DECLINED : words.find(([pattern]) => pattern.test(said))?.[1])
    if (known)
      return new LatchkeyError(known[0], known[1], {
        context: { method },
        details: said,
        cause: error,
      })
    const rpcCode = codeOf(error)
    return new LatchkeyError('rpc.failed', `The wallet failed to answer ${method}: ${said}`, {
      context: { method, ...(rpcCode !== undefined && { rpcCode }) },
      details: said,
      cause: error,
    })
  }
}
