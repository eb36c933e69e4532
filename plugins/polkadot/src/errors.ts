import { isLatchkeyError, LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'

const MOST_TEXT = 1_000

/** A member of anything at all: thrown things may be proxies and have getters that throw. */
const read = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

interface Loose {
  code?: unknown
  message?: unknown
}

export const messageOf = (error: unknown): string => {
  const message = typeof error === 'string' ? error : read(() => (error as Loose).message)
  return typeof message === 'string' && message ? message.slice(0, MOST_TEXT) : 'no message'
}
export const codeOf = (error: unknown): number | undefined => {
  const code = read(() => (error as Loose).code)
  return Number.isInteger(code) ? (code as number) : undefined
}

/** Extensions of this family throw texts; some throw the codes of EIP-1193. */
const KINDS: readonly (readonly [ErrorCode, string, number, RegExp])[] = [
  ['wallet.request_pending', 'A request is already waiting in the wallet: open it.', -32002, /pending (authori[sz]ation )?request|already (pending|processing)/i],
  ['wallet.unauthorized', 'The wallet has not authorised this site or account: allow it in the wallet and connect again.', 4100, /not (allowed|authori[sz]ed)|unauthori[sz]ed/i],
  ['wallet.user_rejected', 'The visitor declined in the wallet.', 4001, /^(error: )?(cancell?ed|rejected|(user )?(has )?(rejected|denied|cancell?ed))\b/i],
]

/** Anything that a wallet may throw, as one of ours, with the original as its cause. */
export function toWalletError(error: unknown, method: string): LatchkeyError {
  const [code, text] = [codeOf(error), messageOf(error)]
  const known = KINDS.find(([, , number]) => number === code) ?? KINDS.find(([, , , words]) => words.test(text))
  if (known) return new LatchkeyError(known[0], known[1], { context: { method }, cause: error })
  return new LatchkeyError('rpc.failed', `The wallet failed to answer ${method}: ${text}`, { context: { method, ...(code !== undefined && { rpcCode: code }) }, details: text, cause: error })
}

/** Whatever a node or the library throws, as one of ours. */
export function toRpcError(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const [code, text] = [codeOf(error), messageOf(error)]
  return new LatchkeyError('rpc.failed', `The node refused ${method}: ${text}`, { context: { method, ...(code !== undefined && { rpcCode: code }) }, details: text, cause: error })
}
