import type { SendState, SendToken } from './api.js'

/** Decimal places of an amount in US dollars: finer than a cent, for what is worth less. */
const FIAT_DECIMALS = 6
const CENT = 10_000n
const MOST_DECIMALS = 36
const TEN = 10n

/** Decimal text with a point as base units, cut to `decimals`. `undefined`: no number. */
export function toBase(numeric: string, decimals: number): bigint | undefined {
  const [, whole, rest = ''] = /^(\d{1,78})(?:\.(\d*))?$/.exec(numeric) ?? []
  return whole === undefined || !(decimals >= 0 && decimals <= MOST_DECIMALS)
    ? undefined
    : BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'))
}

/** Base units as decimal text with that mark, without zeros at the end. */
export function toNumeric(value: bigint, decimals: number, mark = '.'): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const rest = decimals ? digits.slice(-decimals).replace(/0+$/, '') : ''
  return digits.slice(0, digits.length - decimals) + (rest && mark + rest)
}

const scaled = (numeric: string | undefined): { value: bigint; places: number } | undefined => {
  const places = numeric?.split('.')[1]?.length ?? 0
  const value = toBase(numeric ?? '', places)
  return value ? { value, places } : undefined
}

/** A price that can be reckoned with. */
export const priceOf = (price: string | undefined): { price?: string } =>
  price !== undefined && scaled(price) ? { price } : {}

/** What base units of a token are worth in millionths of a US dollar, cut. `undefined`: nobody told the price. */
export function worthOf(
  value: bigint,
  { quantity: { decimals }, price }: SendToken,
): bigint | undefined {
  const per = scaled(price)
  return (
    per && (value * per.value * TEN ** BigInt(FIAT_DECIMALS)) / TEN ** BigInt(decimals + per.places)
  )
}
/** Millionths of a US dollar as decimal text. */
export const toDollars = (worth: bigint, mark?: string): string =>
  toNumeric(worth, FIAT_DECIMALS, mark)
/** The same in cents, as people type it; what is less than a cent as it is. */
const toCents = (worth: bigint, mark: string): string =>
  toDollars(worth >= CENT ? worth - (worth % CENT) : worth, mark)

/** Base units that so much is worth, cut. */
const fromWorth = (
  worth: bigint,
  { quantity: { decimals }, price }: SendToken,
): bigint | undefined => {
  const per = scaled(price)
  return (
    per &&
    (worth * TEN ** BigInt(decimals + per.places)) / (per.value * TEN ** BigInt(FIAT_DECIMALS))
  )
}

/** Worth of all tokens that have a price, in cents. */
export function totalOf(tokens: readonly SendToken[]): string | undefined {
  const worths = tokens.flatMap((token) => worthOf(balanceOf(token), token) ?? [])
  return worths.length
    ? toCents(
        worths.reduce((sum, worth) => sum + worth, 0n),
        '.',
      )
    : undefined
}

/** What the account holds of a token, base units. */
export const balanceOf = ({ quantity: { numeric, decimals } }: SendToken): bigint =>
  toBase(numeric, decimals) ?? 0n

interface Marks {
  decimal: string
  group: string
}
function marksOf(locale: string): Marks {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(12345678.9)
  const of = (type: string, otherwise: string): string =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: of('decimal', '.'), group: of('group', ',') }
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
function decimalMark(text: string, { decimal, group }: Marks): string | undefined {
  const [dot, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  const mark = dot >= 0 ? '.' : comma >= 0 ? ',' : undefined
  if (mark === undefined || mark === decimal) return mark
  return text.split(mark).length > 2 || (mark === group && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text))
    ? undefined
    : mark
}
const isWhole = (text: string): boolean =>
  /^\d*$/.test(text) || /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/.test(text)

type Problem = 'send.amountInvalid' | 'send.amountDecimals'
/** Reads as the kit's `parseAmount` does, and says what is wrong: this module is no view and may not ask the kit. */
export function readAmount(typed: string, decimals: number, locale: string): bigint | Problem {
  const text = toLatin(typed)
  const mark = decimalMark(text, marksOf(locale))
  const [whole = '', fraction = '', ...more] = mark === undefined ? [text] : text.split(mark)
  const digits = whole.replace(/[.,]/g, '')
  // Zeros at the end say nothing, however many.
  const rest = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '')
  if (
    more.length ||
    text.length > 100 ||
    !isWhole(whole) ||
    !/^\d*$/.test(rest) ||
    digits + fraction === ''
  )
    return 'send.amountInvalid'
  return rest.length > decimals
    ? 'send.amountDecimals'
    : BigInt(digits + rest.padEnd(decimals, '0'))
}

type Typed = Pick<SendState, 'sendTokenAmount' | 'unit' | 'token'>
/** What the text in the amount's field means, in base units of the token. */
export function meaningOf(
  { sendTokenAmount: text, unit, token }: Typed,
  locale: string,
): { value: bigint | undefined; amountProblem: string | undefined } {
  if (!text?.trim() || !token) return { value: undefined, amountProblem: undefined }
  const read = readAmount(text, unit === 'fiat' ? FIAT_DECIMALS : token.quantity.decimals, locale)
  if (typeof read === 'string') return { value: undefined, amountProblem: read }
  return { value: unit === 'fiat' ? fromWorth(read, token) : read, amountProblem: undefined }
}

/** A value as the visitor would have typed it. */
export function toTyped(
  value: bigint,
  token: SendToken,
  unit: SendState['unit'],
  locale: string,
): string {
  const { decimal } = marksOf(locale)
  const worth = unit === 'fiat' ? worthOf(value, token) : undefined
  return worth === undefined
    ? toNumeric(value, token.quantity.decimals, decimal)
    : toCents(worth, decimal)
}

/** What is wrong with a value that could be read. */
export function problemOf({
  value,
  token,
  tokenBalances,
  fee,
}: Pick<SendState, 'value' | 'token' | 'tokenBalances' | 'fee'>): string | undefined {
  if (value === undefined || !token) return undefined
  if (value === 0n) return 'send.amountZero'
  if (value > balanceOf(token)) return 'send.amountTooMuch'
  const native =
    token.address === undefined ? token : tokenBalances.find(({ address }) => address === undefined)
  const spent = token.address === undefined ? value : 0n
  if (fee.status !== 'known' || !native) return undefined
  const left = balanceOf(native) - spent - fee.amount.value
  // Of a token nothing of this is spent but the fee.
  return left < 0n
    ? 'send.feeTooMuch'
    : token === native && left < (fee.reserve ?? 0n)
      ? 'send.mustStay'
      : undefined
}
