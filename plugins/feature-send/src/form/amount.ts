import { marksOf, readAmount, writeAmount } from '@latchkey/plugin-api/amounts'
import type { SendState, SendToken } from '../api.js'
import { balanceOf, FIAT_DECIMALS, scaled, TEN, worthOf } from './worth.js'

const CENT = 10_000n
/** Millionths of a US dollar as decimal text. */
export const toDollars = (worth: bigint, mark?: string): string =>
  writeAmount(worth, FIAT_DECIMALS, mark)
/** Millionths of a US dollar in cents, as people type them; amounts below a cent in full. */
const toCents = (worth: bigint, mark: string): string =>
  toDollars(worth >= CENT ? worth - (worth % CENT) : worth, mark)

/** The base units of a token that millionths of a US dollar buy, cut. */
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

/** The value of all tokens that have a price, in US dollars and cents. */
export function totalOf(tokens: readonly SendToken[]): string | undefined {
  const worths = tokens.flatMap((token) => worthOf(balanceOf(token), token) ?? [])
  return worths.length
    ? toCents(
        worths.reduce((sum, worth) => sum + worth, 0n),
        '.',
      )
    : undefined
}

/** The text in the visitor's language for each problem of a typed amount. */
const PROBLEMS = { invalid: 'send.amountInvalid', decimals: 'send.amountDecimals' } as const

type Typed = Pick<SendState, 'sendTokenAmount' | 'unit' | 'token'>
/** The amount that the text in the field means, in base units of the token. */
export function meaningOf(
  { sendTokenAmount: text, unit, token }: Typed,
  locale: string,
): { value: bigint | undefined; amountProblem: string | undefined } {
  if (!text?.trim() || !token) return { value: undefined, amountProblem: undefined }
  const read = readAmount(text, unit === 'fiat' ? FIAT_DECIMALS : token.quantity.decimals, locale)
  if (typeof read === 'string') return { value: undefined, amountProblem: PROBLEMS[read] }
  return { value: unit === 'fiat' ? fromWorth(read, token) : read, amountProblem: undefined }
}

/** An amount as the visitor would type it. */
export function toTyped(
  value: bigint,
  token: SendToken,
  unit: SendState['unit'],
  locale: string,
): string {
  const { decimal } = marksOf(locale)
  const worth = unit === 'fiat' ? worthOf(value, token) : undefined
  return worth === undefined
    ? writeAmount(value, token.quantity.decimals, decimal)
    : toCents(worth, decimal)
}

/**
 * The message key of the problem with an amount that could be read; `undefined` where it is good.
 */
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
  // A payment in a token takes nothing but the fee from the native currency.
  return left < 0n
    ? 'send.feeTooMuch'
    : token === native && left < (fee.reserve ?? 0n)
      ? 'send.mustStay'
      : undefined
}
