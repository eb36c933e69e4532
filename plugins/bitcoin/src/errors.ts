import { LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'
import { member } from './loose.js'

/** Longest text of a wallet that goes into an error. */
const MOST_TEXT = 1_000

type Codes = Readonly<Record<number, readonly [ErrorCode, string]>>
const DECLINED = ['wallet.user_rejected', 'The visitor declined in the wallet.'] as const
const UNAUTHORISED = ['wallet.unauthorized', 'The wallet has not authorised this account or method: connect again.'] as const
const UNSUPPORTED = ['wallet.unsupported_method', 'The wallet does not support this method.'] as const
const CODES: Codes = {
  4001: DECLINED, 4100: UNAUTHORISED, 4200: UNSUPPORTED, [-32601]: UNSUPPORTED,
  4900: ['wallet.disconnected', 'The wallet is disconnected.'],
  4901: ['wallet.chain_disconnected', 'The wallet is not on the requested network.'],
  4902: ['wallet.unknown_chain', 'The wallet does not know this network.'],
  [-32002]: ['wallet.request_pending', 'A request is already waiting in the wallet: open it.'],
}
/** In an envelope of WBIP three codes mean something else. */
const WBIP_CODES: Codes = { ...CODES, [-32000]: DECLINED, [-32001]: UNSUPPORTED, [-32002]: UNAUTHORISED }

/** The error of a WBIP envelope. */
export class Refusal {
  readonly #error: unknown
  constructor(error: unknown) {
    this.#error = error
  }
  /** What it holds; of anything else that thing. Asks no proxy, as `instanceof` would. */
  static open(thrown: unknown): { error: unknown; isEnvelope: boolean } {
    return typeof thrown === 'object' && thrown !== null && #error in thrown ? { error: thrown.#error, isEnvelope: true } : { error: thrown, isEnvelope: false }
  }
}

const codeOf = (error: unknown): number | undefined => {
  const code = member(error, 'code')
  const number = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code
  return Number.isInteger(number) ? (number as number) : undefined
}

const messageOf = (error: unknown): string => {
  const message = typeof error === 'string' ? error : member(error, 'message')
  return typeof message === 'string' && message ? message.slice(0, MOST_TEXT) : 'no message'
}

/** Anything that a wallet may throw, as one of ours, with the original as its cause. What calls itself ours is not believed: it came from a wallet. */
export function toWalletError(thrown: unknown, method: string): LatchkeyError {
  const { error, isEnvelope } = Refusal.open(thrown)
  const code = codeOf(error)
  const known = code === undefined ? undefined : (isEnvelope ? WBIP_CODES : CODES)[code]
  if (known) return new LatchkeyError(known[0], known[1], { context: { method }, cause: error })
  return new LatchkeyError('rpc.failed', `The wallet failed to answer ${method}: ${messageOf(error)}`, { context: { method, ...(code !== undefined && { rpcCode: code }) }, details: messageOf(error), cause: error })
}

export const badAnswer = (method: string, expected: string): LatchkeyError<'wallet.bad_answer'> => new LatchkeyError('wallet.bad_answer', `The wallet answered ${method} with something else than ${expected}.`, { context: { method } })
/** JSON-RPC's invalid params. */
export const badParams = (method: string, expected: string): LatchkeyError<'rpc.failed'> => new LatchkeyError('rpc.failed', `Invalid parameters of ${method}: expected ${expected}.`, { context: { method, rpcCode: -32602 } })
export const unsupported = (method: string, why = 'this wallet does not know it'): LatchkeyError<'wallet.unsupported_method'> => new LatchkeyError('wallet.unsupported_method', `${method} is not supported: ${why}.`, { context: { method } })
