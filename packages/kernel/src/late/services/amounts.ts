/** No token has more decimal places that mean anything. */
const MOST_DECIMALS = 36
/** What big-number division keeps. */
const PLACES = 20

export interface Amounts {
  /**
   * Base units as text in a locale, cut (never rounded) after `places`, 3 by default.
   * @throws RangeError for decimals that are none
   */
  format(value: bigint, decimals: number, options?: { places?: number; locale?: string }): string
  /**
   * Base units from what a person typed or pasted: the locale's digits, decimal mark and separators, and those of other locales where there is no doubt.
   * `undefined` when it is no such amount, is negative, or has more decimal places than the token.
   */
  parse(text: string, decimals: number, locale?: string): bigint | undefined
  /**
   * Divides decimal texts (`0.1`, `5e-21`), 20 decimal places, half up.
   * @throws RangeError for a text that is no number, and for a division by zero
   */
  divide(dividend: string, divisor: string): string
}

const isDecimals = (decimals: number): boolean => Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS

/** The locale's decimal mark and its ten digits. */
function marksOf(locale: string | undefined): { decimal: string; digits: readonly string[] } {
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse()
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return { decimal, digits }
}

const format: Amounts['format'] = (value, decimals, { places = 3, locale } = {}) => {
  if (!isDecimals(decimals)) throw new RangeError(`Decimals must be a whole number from 0 to ${MOST_DECIMALS}; got ${decimals}.`)
  const { decimal, digits } = marksOf(locale)
  const all = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  const whole = new Intl.NumberFormat(locale).format(BigInt(all.slice(0, all.length - decimals)))
  const fraction = all.slice(all.length - decimals).slice(0, places).padEnd(places, '0')
  return `${value < 0n ? '-' : ''}${whole}${places > 0 ? decimal + [...fraction].map((digit) => digits[Number(digit)]).join('') : ''}`
}

/** Groups of three after one to three digits, or of two before the last three (South Asia). */
const isGrouped = (whole: string, separator: string): boolean => {
  const groups = whole.split(separator)
  const last = groups.pop() ?? ''
  const [first = '', ...middle] = groups
  return last.length === 3 && /^[1-9]\d{0,2}$/.test(first) && (middle.every(({ length }) => length === 3) || (first.length < 3 && middle.every(({ length }) => length === 2)))
}

/** `whole` and `fraction` in ASCII digits, or `undefined` when the separators leave a doubt. */
function splitAmount(text: string, mark: string): [whole: string, fraction: string] | undefined {
  const other = mark === ',' ? '.' : ','
  const [marks, others] = [mark, other].map((letter) => text.split(letter).length - 1) as [number, number]
  const isOther = marks && others ? text.lastIndexOf(other) > text.lastIndexOf(mark) // the later one, wherever the text came from
    : marks > 1 || (others === 1 && !isGrouped(text, other))
  const decimal = isOther ? other : mark
  const [whole = '', fraction = '', ...rest] = text.split(decimal)
  const separator = decimal === ',' ? '.' : ','
  if (rest.length || fraction.includes(separator) || (whole.includes(separator) && !isGrouped(whole, separator))) return undefined
  return [whole.replaceAll(separator, ''), fraction]
}

const parse: Amounts['parse'] = (text, decimals, locale) => {
  if (!isDecimals(decimals) || text.length > 200) return undefined
  const { decimal, digits } = marksOf(locale)
  const ascii = [...text.trim()].map((letter) => {
    const digit = digits.indexOf(letter)
    return digit >= 0 ? String(digit) : letter === decimal && decimal !== ',' ? '.' : letter === '\u066c' ? ',' : letter
  }).join('')
  // Spaces and apostrophes only ever part groups.
  const parts = splitAmount(ascii.replace(/(?<=\d)[\s'\u2019](?=\d{3}(?!\d))/g, ''), decimal === ',' ? ',' : '.')
  if (!parts || !/^\d+$/.test(parts.join(''))) return undefined
  const fraction = parts[1].replace(/0+$/, '')
  return fraction.length > decimals ? undefined : BigInt(parts[0] + fraction.padEnd(decimals, '0'))
}

/** A decimal text as digits and the number of places after the mark. */
function decimalOf(text: string): { digits: bigint; places: number } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/.exec(text) ?? []
  if (text.length > 200 || !(whole + fraction)) throw new RangeError(`Not a decimal number: ${text.slice(0, 40)}`)
  return { digits: BigInt(`${sign}${whole}${fraction}`), places: fraction.length - Number(exponent) }
}

const divide: Amounts['divide'] = (dividend, divisor) => {
  const [a, b] = [decimalOf(dividend), decimalOf(divisor)]
  if (b.digits === 0n) throw new RangeError('Division by zero')
  const shift = PLACES + b.places - a.places
  const [top, bottom] = [a, b].map(({ digits }) => (digits < 0n ? -digits : digits)) as [bigint, bigint]
  // Twice the quotient, plus one, halved: half goes up.
  const quotient = ((2n * top * 10n ** BigInt(Math.max(shift, 0))) / (bottom * 10n ** BigInt(Math.max(-shift, 0))) + 1n) / 2n
  const all = String(quotient).padStart(PLACES + 1, '0')
  const text = `${all.slice(0, -PLACES)}.${all.slice(-PLACES)}`.replace(/\.?0+$/, '')
  return a.digits < 0n !== b.digits < 0n && quotient > 0n ? `-${text}` : text
}

export const amounts: Amounts = { format, parse, divide }
