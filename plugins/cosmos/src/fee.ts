/** How much more gas is allowed than was used when it was tried, in percent: state changes until the block. */
const MARGIN = 140n

export const gasLimitOf = (used: bigint): bigint => (used * MARGIN + 99n) / 100n

/** Gas times a decimal price, rounded up to whole base units. */
export function feeOf(gas: bigint, price: string): bigint {
  const [whole = '0', part = ''] = price.split('.')
  const scale = 10n ** BigInt(part.length)
  return (gas * BigInt(whole + part) + scale - 1n) / scale
}
