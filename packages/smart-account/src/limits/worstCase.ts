import type { Allowance, Limits, WorstCase } from './types.js'

function allowanceInAll(allowance: Allowance, from: number, limits: Limits): bigint {
  const last = limits.expiry - 1
  switch (allowance.kind) {
    case 'total':
      return allowance.amount
    case 'period': {
      const { amount, period, start } = allowance
      const begin = Math.max(from, start)
      if (last < begin) return 0n
      const periods = Math.floor((last - start) / period) - Math.floor((begin - start) / period) + 1
      return amount * BigInt(Math.min(periods, limits.maxCalls ?? periods))
    }
    case 'stream': {
      const { initial, perSecond, maximum, start } = allowance
      if (last < start) return 0n
      const streamed = initial + perSecond * BigInt(last - start)
      return streamed < maximum ? streamed : maximum
    }
  }
}

/**
 * The most that a grant can cost from now until it expires, in one figure. It leaves out what called contracts
 * take on their own: see {@link Danger}.
 * @param now seconds since 1970
 */
export function worstCase(limits: Limits, now: number): WorstCase {
  const { permission, notBefore = 0, maxCalls = 0 } = limits
  if (permission.type === 'calls') return { amount: permission.maxValue * BigInt(maxCalls) }
  const amount = allowanceInAll(permission.allowance, Math.max(now, notBefore), limits)
  return permission.type === 'erc20' ? { token: permission.token, amount } : { amount }
}
