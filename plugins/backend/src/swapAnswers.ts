import { type Caip2 } from '@latchkey/plugin-api'
import * as v from 'valibot'
import {
  ADDRESS,
  CAIP10,
  DECIMALS,
  entriesOf,
  ID,
  known,
  MAX_BALANCES,
  NAME,
  pictureAt,
} from './fields.js'
import type {
  BuiltSwap,
  GasPrices,
  SwapApproval,
  SwapQuery,
  SwapQuote,
  SwapToken,
} from './swapTypes.js'

/** Most pools of one swap. */
const MAX_HOPS = 100
const MAX_DATA = 200_000
/** Hundredths of a basis point in the whole. */
const MAX_FEE = 1_000_000

const UNITS = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
  v.check((units) => units >> 256n === 0n),
)
const HOP = v.object({
  venue: NAME,
  pool: v.fallback(v.union([v.literal(''), ADDRESS]), ''),
  fee: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_FEE)),
})
const QUOTE = v.object({
  id: v.pipe(v.string(), v.maxLength(2_000), v.regex(/^[\x20-\x7e]+$/)),
  source: ID,
  from: CAIP10,
  to: CAIP10,
  fromAmount: UNITS,
  toAmount: UNITS,
  minimum: v.exactOptional(UNITS),
  priceImpact: v.optional(
    v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)), NaN),
  ),
  gas: UNITS,
  fee: v.exactOptional(UNITS),
  spender: v.nullable(ADDRESS),
  router: ADDRESS,
  route: v.pipe(v.array(HOP), v.maxLength(MAX_HOPS)),
  expires: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  block: UNITS,
})
const TOKEN = (baseUrl: string) =>
  v.object({
    address: CAIP10,
    name: NAME,
    symbol: NAME,
    decimals: DECIMALS,
    logoUri: pictureAt(baseUrl),
    eip2612: v.fallback(v.boolean(), false),
  })
const TRANSACTION = {
  from: ADDRESS,
  to: ADDRESS,
  data: v.pipe(v.string(), v.maxLength(MAX_DATA), v.regex(/^0x(?:[\da-f]{2})*$/i)),
  value: UNITS,
}

type Asked = Pick<SwapQuery, 'from' | 'to' | 'amount'>

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const isOf =
  ({ from, to, amount }: Asked) =>
  (quote: Pick<SwapQuote, 'from' | 'to' | 'fromAmount'>): boolean =>
    isSame(quote.from, from) && isSame(quote.to, to) && quote.fromAmount === amount

/** Reads the answer of `GET /v1/convert/quotes`. */
export const swapQuotesOf =
  (asked: Asked) =>
  (answer: unknown): SwapQuote[] =>
    (entriesOf(answer, 'quotes', QUOTE) as SwapQuote[]).filter(isOf(asked))

/** Reads the answer of `GET /v1/convert/tokens`. */
export const swapTokensOf =
  (baseUrl: string, chainId: Caip2) =>
  (answer: unknown): SwapToken[] =>
    entriesOf(answer, 'tokens', TOKEN(baseUrl), MAX_BALANCES).filter(({ address }) =>
      address.startsWith(`${chainId}:`),
    )

/** Reads the answer of `GET /v1/convert/allowance`. */
export const allowanceOf = (answer: unknown): bigint =>
  v.parse(v.object({ allowance: UNITS }), answer).allowance

/** Reads the answer of `GET /v1/convert/gas-price`. */
export const gasPricesOf = (answer: unknown): GasPrices =>
  v.parse(v.object({ standard: UNITS, fast: UNITS, instant: UNITS }), answer)

/** Reads the answer of `GET /v1/convert/build-approve`. */
export const swapApprovalOf = (answer: unknown): SwapApproval =>
  v.parse(
    v.object({ tx: v.object(TRANSACTION), unlimited: v.boolean(), reset: v.boolean() }),
    answer,
  )

const BUILT = v.object({
  tx: v.object({
    ...TRANSACTION,
    eip155: v.object({ gas: v.exactOptional(UNITS), gasPrice: UNITS }),
  }),
  quote: v.object({ ...QUOTE.entries, minimum: UNITS }),
})

/** Reads the answer of `POST /v1/convert/build-transaction`. @throws where it is of another swap */
export const builtSwapOf =
  (asked: Asked) =>
  (answer: unknown): BuiltSwap => {
    const { tx, quote } = v.parse(BUILT, answer)
    if (!isOf(asked)(quote)) throw new TypeError('Expected the swap that was asked for.')
    return { tx, quote: known(quote) } as BuiltSwap
  }
