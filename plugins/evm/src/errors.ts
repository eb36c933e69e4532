import { isLatchkeyError, LatchkeyError, type ErrorCode } from '@latchkey/plugin-api'

/** Unrecognized chain (EIP-3326): leads to adding the chain. */
export const UNKNOWN_CHAIN = 4902
/** Default error of some wallets: adding the chain is worth a try. */
export const DEFAULT_ERROR = 5000
/** Invalid chain id; wallets send it with or without its sign (JSON-RPC internal error). */
export const INVALID_CHAIN_ID = 32603

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

/** The numeric code of whatever was thrown, also where wallets hide it. `undefined` if it has none. */
export function codeOf(error: unknown, depth = 0): number | undefined {
  try {
    if (typeof error !== 'object' || error === null || depth > 4) return undefined
    const { code, data, originalError, cause } = error as Loose
    const number = typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code
    const inner = codeOf(data?.originalError, depth + 1) ?? codeOf(originalError, depth + 1) ?? codeOf(cause, depth + 1)
    // -32603 wraps what really happened.
    if (typeof number !== 'number' || (Math.abs(number) === INVALID_CHAIN_ID && inner !== undefined)) return inner
    return number
  } catch {
    return undefined
  }
}

const messageOf = (error: unknown): string => {
  try {
    const { message } = error as Loose
    return typeof message === 'string' ? message : 'no message'
  } catch {
    return 'no message'
  }
}

/** Whether a refused switch means that the wallet would know the chain if it were added. */
export const isWorthAdding = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === UNKNOWN_CHAIN || code === DEFAULT_ERROR || (code !== undefined && Math.abs(code) === INVALID_CHAIN_ID && /chain/i.test(messageOf(error)))
}

/** Anything that a wallet may throw, as one of ours, with the original as its cause. */
export function toWalletError(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  const code = codeOf(error)
  const known = code === undefined ? undefined : CODES[code]
  if (known) return new LatchkeyError(known[0], known[1], { context: { method }, cause: error })
  return new LatchkeyError('rpc.failed', `The wallet failed to answer ${method}: ${messageOf(error)}`, { context: { method, ...(code !== undefined && { rpcCode: code }) }, details: messageOf(error), cause: error })
}
