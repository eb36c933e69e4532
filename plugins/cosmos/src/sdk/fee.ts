/**
 * The gas limit in percent of the gas that the simulation used: the state may change before the
 * block.
 */
const GAS_LIMIT_PERCENT = 140n

/** The gas limit for an amount of simulated gas. */
export const gasLimitOf = (used: bigint): bigint => (used * GAS_LIMIT_PERCENT + 99n) / 100n

/** The fee in base units: gas times a decimal price, rounded up. */
export function feeOf(gas: bigint, price: string): bigint {
  const [whole = '0', part = ''] = price.split('.')
  const scale = 10n ** BigInt(part.length)
  return (gas * BigInt(whole + part) + scale - 1n) / scale
}
