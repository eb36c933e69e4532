/** Slippage counts to a ten-thousandth of a percent. */
const WHOLE = 1_000_000n
const partOf = (percent: number): bigint => BigInt(Math.round(percent * 10_000))

/** The least that must arrive, by the visitor's slippage in percent. */
export const leastOf = (amount: bigint, slippage: number): bigint =>
  (amount * (WHOLE - partOf(slippage))) / WHOLE
