import type { Limits } from '@latchkey/smart-account'

/**
 * When the next period of an allowance begins.
 * @param now seconds since 1970
 * @returns seconds since 1970; `undefined`: it has no periods, or no other one before its end
 */
export function nextPeriodOf({ permission, expiry }: Limits, now: number): number | undefined {
  if (permission.type === 'calls' || permission.allowance.kind !== 'period') return undefined
  const { start, period } = permission.allowance
  const next = now < start ? start : start + (Math.floor((now - start) / period) + 1) * period
  return next < expiry ? next : undefined
}
