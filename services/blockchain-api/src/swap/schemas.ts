import * as v from 'valibot'
import { CHAIN_ID, textOf } from '../schemas.js'

const ADDRESS = v.pipe(textOf(42), v.description('An address of the chain.'))
export const TOKEN_ID = v.pipe(
  textOf(200),
  v.description('CAIP-10 of a token; of a native coin with 0xeee….'),
)
/** Digits of the largest number of 256 bits. */
const MAX_DIGITS = 78
export const AMOUNT = v.pipe(
  textOf(MAX_DIGITS),
  v.regex(/^[1-9]\d*$/, 'This must be a whole number above 0, in the smallest unit.'),
  v.description('Of the sold token, in its smallest unit.'),
)
const UNITS = v.pipe(v.string(), v.regex(/^\d+$/), v.description('Smallest unit, decimal text.'))
const WEI = v.pipe(v.string(), v.regex(/^\d+$/), v.description('Wei, decimal text.'))
const HEX = v.pipe(v.string(), v.regex(/^0x[\da-f]*$/i))

export const quotesQuery = v.object({
  amount: AMOUNT,
  userAddress: ADDRESS,
  from: TOKEN_ID,
  to: TOKEN_ID,
  gasPrice: v.optional(
    v.pipe(textOf(MAX_DIGITS), v.description('Not used: the network says what gas costs.')),
  ),
})

export const quoteSchema = v.object({
  id: v.string(),
  source: v.string(),
  from: v.string(),
  to: v.string(),
  fromAmount: UNITS,
  toAmount: UNITS,
  minimum: v.optional(
    v.pipe(UNITS, v.description('The least that arrives, where the market says it already.')),
  ),
  priceImpact: v.optional(
    v.pipe(
      v.number(),
      v.description(
        'Basis points below the price of a thousandth of the amount. Absent: not known.',
      ),
    ),
  ),
  gas: v.pipe(v.string(), v.regex(/^\d+$/), v.description('Units of gas, estimated.')),
  fee: v.optional(
    v.pipe(UNITS, v.description('The network’s fee in the bought token. Absent: not known.')),
  ),
  spender: v.pipe(
    v.nullable(v.string()),
    v.description('Must be allowed to take the sold token; null for the native coin.'),
  ),
  router: v.string(),
  route: v.array(
    v.object({
      venue: v.string(),
      pool: v.pipe(v.string(), v.description('Empty: the market does not say.')),
      fee: v.pipe(v.number(), v.description('Hundredths of a basis point: 3000 is 0.3 %.')),
    }),
  ),
  expires: v.pipe(v.number(), v.description('Milliseconds since 1970.')),
  block: v.pipe(v.string(), v.regex(/^\d+$/)),
})
export const quotesAnswer = v.object({
  quotes: v.pipe(v.array(quoteSchema), v.description('The best first; empty: no way is known.')),
})

export const tokensQuery = v.object({ chainId: CHAIN_ID })
export const tokensAnswer = v.object({
  tokens: v.array(
    v.object({
      address: TOKEN_ID,
      name: v.string(),
      symbol: v.string(),
      decimals: v.number(),
      logoUri: v.pipe(v.string(), v.description('Path at this service; empty: none.')),
      eip2612: v.pipe(v.boolean(), v.description('Takes an allowance by signature (EIP-2612).')),
    }),
  ),
})

export const allowanceQuery = v.object({
  tokenAddress: TOKEN_ID,
  userAddress: ADDRESS,
  spender: v.optional(v.pipe(textOf(42), v.description('Absent: that of the first market.'))),
})
export const allowanceAnswer = v.object({ allowance: UNITS })

export const gasPriceAnswer = v.object({ standard: WEI, fast: WEI, instant: WEI })

export const approveQuery = v.object({
  userAddress: ADDRESS,
  from: TOKEN_ID,
  to: TOKEN_ID,
  amount: v.optional(v.pipe(AMOUNT, v.description('Absent: without a limit.'))),
  spender: v.optional(v.pipe(textOf(42), v.description('Absent: that of the first market.'))),
})
const transaction = { from: v.string(), to: v.string(), data: HEX, value: WEI }
export const approveAnswer = v.object({
  tx: v.object(transaction),
  unlimited: v.boolean(),
  reset: v.pipe(
    v.boolean(),
    v.description('The allowance must be set to 0 first: the token refuses to change it.'),
  ),
})

export const buildBody = v.object({
  amount: AMOUNT,
  from: TOKEN_ID,
  to: TOKEN_ID,
  userAddress: ADDRESS,
  eip155: v.optional(
    v.object({
      slippage: v.optional(
        v.pipe(
          v.number('This must be a number of percent.'),
          v.check(
            (percent) => percent > 0 && percent <= 50,
            'This must be above 0 and at most 50.',
          ),
          v.description('Percent that may be lost against the quote.'),
        ),
        1,
      ),
    }),
    { slippage: 1 },
  ),
  projectId: v.optional(textOf(128)),
  disableEstimate: v.optional(v.boolean(), false),
})
export const buildAnswer = v.object({
  tx: v.object({
    ...transaction,
    eip155: v.object({
      gas: v.optional(
        v.pipe(
          WEI,
          v.description('Units of gas, a fifth above the estimate; absent with disableEstimate.'),
        ),
      ),
      gasPrice: WEI,
    }),
  }),
  quote: v.object({ ...quoteSchema.entries, minimum: UNITS }),
})
