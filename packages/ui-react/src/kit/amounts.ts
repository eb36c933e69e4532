import type { Amount } from '@latchkey/plugin-api'

const TEN = 10n

function marksOf(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(12345678.9)
  const of = (type: string, otherwise: string): string =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: of('decimal', '.'), group: of('group', ',') }
}

/**
 * Base units as text: cut, not rounded, to `digits` decimal places, with the locale's marks and Latin digits.
 * @param digits 3 by default; more only shows what is there
 */
export function formatAmount(
  { value, decimals }: Pick<Amount, 'value' | 'decimals'>,
  locale: string,
  digits = 3,
): string {
  const places = Math.max(0, decimals)
  const unit = TEN ** BigInt(places)
  const absolute = value < 0n ? -value : value
  const whole = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    maximumFractionDigits: 0,
  }).format(absolute / unit)
  const rest = (absolute % unit)
    .toString()
    .padStart(places, '0')
    .slice(0, places === 0 ? 0 : digits)
  return `${value < 0n ? '−' : ''}${whole}${rest ? marksOf(locale).decimal + rest : ''}`
}

/** As a person would type it: no group marks, no zeros at the end. */
export function toInput(value: bigint, decimals: number, locale: string): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const rest = decimals ? digits.slice(-decimals).replace(/0+$/, '') : ''
  return digits.slice(0, digits.length - decimals) + (rest && marksOf(locale).decimal + rest)
}

const ARABIC = 0x660
const PERSIAN = 0x6f0
const toLatin = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (code >= PERSIAN ? PERSIAN : ARABIC))
    })
    .replace(/٫/g, '.')
    .replace(/(?<=\d)[٬\s'’](?=\d{3}(\D|$))/g, '')
    .trim()

/** Which mark parts the decimals: of two kinds the last; of one kind the locale's, unless it can only be a group mark. */
function decimalMark(
  text: string,
  { decimal, group }: { decimal: string; group: string },
): string | undefined {
  const dot = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  const mark = dot >= 0 ? '.' : comma >= 0 ? ',' : undefined
  if (mark === undefined || mark === decimal) return mark
  if (text.split(mark).length > 2) return undefined
  return mark === group && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? undefined : mark
}

/** Whole digits, with group marks only where groups of three are: `1,2` or `1 2` is a slip, not twelve. */
const isWhole = (text: string): boolean =>
  /^\d*$/.test(text) || /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(text)

/**
 * Text as typed or pasted to base units. Understands the locale's marks, pasted group marks, Arabic and Persian digits.
 * @returns `undefined` for what is no amount, or has more decimal places than there are
 */
export function parseAmount(typed: string, decimals: number, locale: string): bigint | undefined {
  const text = toLatin(typed)
  const mark = decimalMark(text, marksOf(locale))
  const [whole = '', fraction = '', ...more] = mark === undefined ? [text] : text.split(mark)
  const digits = whole.replace(/[.,]/g, '')
  // Zeros at the end say nothing, however many.
  const rest = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '')
  if (
    more.length ||
    !isWhole(whole) ||
    !/^\d*$/.test(rest) ||
    digits + fraction === '' ||
    rest.length > decimals
  )
    return undefined
  return BigInt(digits + rest.padEnd(decimals, '0'))
}
