import { readAmount } from '@latchkey/plugin-api/amounts'
import type { SwapState, SwapToken } from '../api.js'
import { tokenKey } from '../services/tokenKey.js'

/** Text keys of what can be wrong with a typed amount. */
export type AmountProblem =
  | 'swap.amountInvalid'
  | 'swap.amountDecimals'
  | 'swap.amountZero'
  | 'swap.amountLarge'
  | 'swap.amountTooMuch'
  | 'swap.feeTooMuch'

const MAX_UNITS = 2n ** 256n

/** The amount that a text means, in the smallest unit of a token. */
export function meaningOf(
  typed: string,
  token: SwapToken | undefined,
  locale: string,
): { amount: bigint | undefined; problem: AmountProblem | undefined } {
  if (!typed.trim() || !token) return { amount: undefined, problem: undefined }
  const read = readAmount(typed, token.decimals, locale)
  if (read === 'decimals') return { amount: undefined, problem: 'swap.amountDecimals' }
  if (read === 'invalid') return { amount: undefined, problem: 'swap.amountInvalid' }
  if (read === 0n) return { amount: undefined, problem: 'swap.amountZero' }
  return read < MAX_UNITS
    ? { amount: read, problem: undefined }
    : { amount: undefined, problem: 'swap.amountLarge' }
}

/** The problem with an amount that could be read: the account lacks it, or the fee beside it. */
export function shortageOf({
  amount,
  from,
  balances,
  fee,
}: Pick<SwapState, 'amount' | 'from' | 'balances' | 'fee'>): {
  problem: AmountProblem | undefined
  missing: bigint | undefined
} {
  const none = { problem: undefined, missing: undefined }
  if (amount === undefined || !from) return none
  const balance = balances[tokenKey(from)]
  if (balance !== undefined && amount > balance)
    return { problem: 'swap.amountTooMuch', missing: amount - balance }
  const coins = balances[tokenKey(undefined)]
  if (!fee || coins === undefined) return none
  const missing = fee.value + (from.address === undefined ? amount : 0n) - coins
  return missing > 0n ? { problem: 'swap.feeTooMuch', missing } : none
}
