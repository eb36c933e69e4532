/**
 * Reads and writes amounts of tokens as people type them. For code that is loaded late, such as a
 * form's: `@latchkey/ui-react/kit` builds its fields on it.
 * @packageDocumentation
 */

/** The longest text that is read as an amount. It is longer than any amount in 256 bits. */
const MAX_LENGTH = 100

/** Why a text is not an amount: it is not a number, or it has more decimal places than the token. */
export type AmountProblem = 'invalid' | 'decimals'

/** Rows of a list ask for the marks of one locale over and over, and making a format takes long. */
// eslint-disable-next-line latchkey/no-module-state -- formats of a locale are the same for all kernels of a page
const marks = new Map<string, { decimal: string; group: string }>()

/** The decimal mark and the group mark of a locale. */
export function marksOf(locale: string): { decimal: string; group: string } {
  const known = marks.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(12345678.9)
  const of = (type: string, otherwise: string): string =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  const found = { decimal: of('decimal', '.'), group: of('group', ',') }
  marks.set(locale, found)
  return found
}

/**
 * Writes base units as decimal text without group marks and without zeros at the end.
 * @param mark the decimal mark, a point if left out
 * @example writeAmount(1_500_000n, 6) // '1.5'
 */
export function writeAmount(value: bigint, decimals: number, mark = '.'): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const rest = decimals ? digits.slice(-decimals).replace(/0+$/, '') : ''
  return digits.slice(0, digits.length - decimals) + (rest && mark + rest)
}

const ARABIC_ZERO = 0x660
const PERSIAN_ZERO = 0x6f0
/** Turns Arabic and Persian digits into Latin ones, and drops spaces and apostrophes between groups. */
const toLatin = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO))
    })
    .replace(/٫/g, '.')
    .replace(/(?<=\d)[٬\s'’](?=\d{3}(\D|$))/g, '')
    .trim()

/**
 * Finds the decimal mark. Where both marks occur it is the last one. Where one occurs it is that
 * one, unless it must be a group mark: it occurs twice, or groups three digits in this locale.
 */
function decimalMark(
  text: string,
  { decimal, group }: { decimal: string; group: string },
): string | undefined {
  const [dot, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  const mark = dot >= 0 ? '.' : comma >= 0 ? ',' : undefined
  if (mark === undefined || mark === decimal) return mark
  if (text.split(mark).length > 2) return undefined
  return mark === group && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? undefined : mark
}

/**
 * Whether these are whole digits. Group marks are allowed only between groups of three: `1,2` or
 * `1 2` is a typing error and not twelve.
 */
const isWhole = (text: string): boolean =>
  /^\d*$/.test(text) || /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(text)

/**
 * Reads a typed or pasted amount as base units. Understands the locale's marks, pasted group marks,
 * and Arabic and Persian digits. Zeros at the end do not count as decimal places.
 * @example readAmount('1.234,5', 6, 'de') // 1_234_500_000n
 */
export function readAmount(
  typed: string,
  decimals: number,
  locale: string,
): bigint | AmountProblem {
  if (typed.length > MAX_LENGTH) return 'invalid'
  const text = toLatin(typed)
  const mark = decimalMark(text, marksOf(locale))
  const [whole = '', fraction = '', ...more] = mark === undefined ? [text] : text.split(mark)
  const digits = whole.replace(/[.,]/g, '')
  const rest = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '')
  const isNumber = !more.length && isWhole(whole) && /^\d*$/.test(rest) && digits + fraction !== ''
  if (!isNumber) return 'invalid'
  return rest.length > decimals ? 'decimals' : BigInt(digits + rest.padEnd(decimals, '0'))
}
