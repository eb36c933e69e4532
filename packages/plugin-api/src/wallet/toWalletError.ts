import { LatchkeyError, type ErrorCode } from '../errors.js'
import { readSafely } from './readSafely.js'

/** Characters of a wallet's text that go into an error. */
const MAX_TEXT_LENGTH = 1_000
/** Wrapped errors that are read: a wallet may nest them without end. */
const MAX_ERRORS = 40
/** Members in which wallets and their libraries keep the original error. */
const WRAPPERS = ['cause', 'originalError', 'error', 'data', 'info', 'payload'] as const

/**
 * JSON-RPC internal error. Wallets wrap the original error in it, and send it with or without its
 * sign.
 */
const INTERNAL = 32603

/** The error that a wallet's code or words mean: our code, and the message for developers. */
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
  [-32601]: ['wallet.unsupported_method', 'The wallet does not know this method.'],
}

/** Names that libraries give a rejection, in `code` or in `name`. */
const REJECTION = /^(action_rejected|user_?(rejected|denied|declined|refused|cancell?ed)\w*)$/i
/**
 * Words by which wallets without codes say that a person said no. The user must be the one who
 * rejects, or the whole text must be a bare "Rejected" or "Request cancelled": a node, a network, a
 * policy or an ERC-4337 user operation that rejects does not count.
 */
const SAYS_NO: readonly RegExp[] = [
  /\busers?\s+((has|have|had|explicitly|manually)\s+)*(reject(ed|s)?|den(ied|ies)|declined?s?|cancel(l?ed|s)?|refused?s?|disapproved|aborted|dismissed)\b(?!\s+by\b)/i,
  /\b(rejected|denied|declined|cancell?ed|refused|aborted|dismissed)\s+(in\s+(the\s+)?wallet\s+)?by\s+(the\s+)?(user|visitor|owner)\b(?!\s*op)/i,
  /^\s*(error:\s*)?((the|this)\s+)?((connection|connect|signature|signing|sign|sign-?in|login|access|approval|authori[sz]ation)\s+)?((request|action)\s+)?((was|has been|is)\s+)?(rejected|declined|cancell?ed)\s*[.!]?\s*$/i,
  /^\s*(error:\s*)?((the|this)\s+)?transaction\s+((was|has been|is)\s+)?(declined|cancell?ed)\s*[.!]?\s*$/i,
]

/** The thrown value and the errors that it wraps, the outermost first. */
function unwrap(error: unknown): readonly unknown[] {
  const all: unknown[] = [error]
  for (let at = 0; at < all.length; at++) {
    const one = all[at]
    if (typeof one !== 'object' || one === null) continue
    for (const name of WRAPPERS) {
      const inner = readSafely(() => (one as Readonly<Record<string, unknown>>)[name])
      if (
        all.length < MAX_ERRORS &&
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

/**
 * All numeric codes of a thrown value and of the errors that it wraps, the outermost first. A code
 * may be a text (`'4001'`).
 */
export const codesOf = (error: unknown): readonly number[] =>
  unwrap(error).flatMap(
    (each) => toNumber(readSafely(() => (each as { code?: unknown }).code)) ?? [],
  )

/**
 * The code that says most: the outermost that is not JSON-RPC's "internal error", as wallets wrap
 * the original error in that. `undefined` where no error has a numeric code.
 */
export function codeOf(error: unknown): number | undefined {
  const codes = codesOf(error)
  return codes.find((code) => Math.abs(code) !== INTERNAL) ?? codes[0]
}

const textOf = (error: unknown): string => {
  const message =
    typeof error === 'string' ? error : readSafely(() => (error as { message?: unknown }).message)
  return typeof message === 'string' ? message.slice(0, MAX_TEXT_LENGTH) : ''
}
/** The message of a thrown value, at most 1,000 characters; `no message` where it has none. */
export const messageOf = (error: unknown): string => textOf(error) || 'no message'

/**
 * JSON-RPC codes that do not say what happened: wallets without codes of their own send them beside
 * their words. Geth's -32000 is one, and so are the 0 and 1 of some libraries.
 */
const GENERIC = [0, 1, -1, INTERNAL, -INTERNAL, -32000]
/**
 * A contract that reverted (geth, EIP-1474 as nodes have it). The contract chooses the words, so
 * they are not read.
 */
const REVERTED = 3

/**
 * Whether a person said no in the wallet. A code or name at any depth says so; words say so only
 * where there is no code of another meaning beside them and no contract reverted.
 */
export function isRejection(error: unknown): boolean {
  const all = unwrap(error).map((each) => ({
    text: textOf(each),
    said: [
      readSafely(() => (each as { code?: unknown }).code),
      readSafely(() => (each as { name?: unknown }).name),
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

/**
 * Carries an error that the plugin itself found while it spoke with a wallet, through code whose
 * errors are mapped with {@link createToWalletError}. No wallet can make one, so it is believed.
 * @example throw new OwnFailure(badAnswer('signMessage', 'a signature'))
 */
export class OwnFailure extends Error {
  readonly #error: LatchkeyError
  constructor(error: LatchkeyError) {
    super(error.message)
    this.#error = error
  }
  /**
   * The error inside, or `undefined` for anything else. Runs no code of the thrown value, as
   * `instanceof` would with a proxy.
   */
  static open(thrown: unknown): LatchkeyError | undefined {
    return typeof thrown === 'object' && thrown !== null && #error in thrown
      ? thrown.#error
      : undefined
  }
}

/** Meanings of a wallet's errors, beyond the codes of EIP-1193 and a plain "no". */
export interface WalletErrorRules {
  /** Meanings of further codes, or other meanings of known ones. */
  readonly codes?: Readonly<Record<number, Meaning>>
  /** Meanings of words, read where neither a code nor a "no" says what happened. */
  readonly words?: readonly (readonly [pattern: RegExp, meaning: Meaning])[]
}
/** Maps a value that a wallet threw, in answer to `method`, to an error of ours. */
export type ToWalletError = (error: unknown, method: string) => LatchkeyError

/**
 * Makes the function that maps anything a wallet throws to an error of ours, with the original as
 * its cause. Codes and words are read wherever libraries wrap them.
 * A thrown `LatchkeyError` is not believed, as a wallet can forge one; an {@link OwnFailure} is.
 * Unknown errors become `rpc.failed`; the kernel makes `wallet.connect_failed` of that where a
 * visitor connects.
 * @example
 * const toWalletError = createToWalletError({
 *   codes: { [-32601]: ['wallet.unsupported_method', 'The wallet does not know this method.'] },
 * })
 */
export function createToWalletError({
  codes = {},
  words = [],
}: WalletErrorRules = {}): ToWalletError {
  const meanings = { ...CODES, ...codes }
  return (error, method) => {
    const own = OwnFailure.open(error)
    if (own) return own
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
