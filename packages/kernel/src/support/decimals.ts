/** Decimal places of a quotient. */
const DECIMAL_PLACES = 20
/** Characters of a number that are accepted. */
const MAX_LENGTH = 200

/** A decimal text as digits and the number of digits after the decimal point. */
function decimalOf(text: string): { digits: bigint; places: number } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    (text.length <= MAX_LENGTH && /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/.exec(text)) || []
  if (!(whole + fraction)) throw new RangeError(`Not a decimal number: ${text.slice(0, 40)}`)
  return {
    digits: BigInt(`${sign}${whole}${fraction}`),
    places: fraction.length - Number(exponent),
  }
}

/**
 * Divides decimal texts without floating-point numbers, to 20 decimal places, rounding half up.
 * @throws RangeError for a text that is not a decimal number, and for a division by zero
 * @example divideDecimals('1', '3') // '0.33333333333333333333'
 */
export function divideDecimals(dividend: string, divisor: string): string {
  const [a, b] = [decimalOf(dividend), decimalOf(divisor)]
  if (b.digits === 0n) throw new RangeError('Division by zero')
  const shift = DECIMAL_PLACES + b.places - a.places
  const [top, bottom] = [a, b].map(({ digits }) => (digits < 0n ? -digits : digits)) as [
    bigint,
    bigint,
  ]
  // Twice the quotient, plus one, halved: this rounds half up.
  const quotient =
    ((2n * top * 10n ** BigInt(Math.max(shift, 0))) /
      (bottom * 10n ** BigInt(Math.max(-shift, 0))) +
      1n) /
    2n
  const all = String(quotient).padStart(DECIMAL_PLACES + 1, '0')
  const text = `${all.slice(0, -DECIMAL_PLACES)}.${all.slice(-DECIMAL_PLACES)}`.replace(
    /\.?0+$/,
    '',
  )
  return a.digits < 0n !== b.digits < 0n && quotient > 0n ? `-${text}` : text
}
