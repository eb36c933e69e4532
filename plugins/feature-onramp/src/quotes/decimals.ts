/** Decimal places in which amounts are compared. Coins have 18 at most that anybody sells. */
const PLACES = 18
/** Neither a sign nor an exponent, and a length that nobody pays beyond. */
const DECIMAL = /^(\d{1,18})(?:\.(\d{1,18}))?$/

/** Reads decimal text in units of 10^-18. `undefined`: it is not an amount. */
export function toUnits(text: unknown): bigint | undefined {
  const [, whole, fraction = ''] = (typeof text === 'string' && DECIMAL.exec(text)) || []
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(PLACES, '0'))
}

/** Writes units of 10^-18 as decimal text, with so many places, the rest cut or rounded up. */
export function fromUnits(units: bigint, places = PLACES, isRoundedUp = false): string {
  const step = 10n ** BigInt(PLACES - places)
  const count = units / step + (isRoundedUp && units % step ? 1n : 0n)
  const digits = count.toString().padStart(places + 1, '0')
  return places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits
}

/** Without zeros at the end. */
export const trimmed = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text
