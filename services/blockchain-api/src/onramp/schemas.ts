import * as v from 'valibot'
import { CHAIN_ID, textOf } from '../schemas.js'

const DECIMAL = v.pipe(
  textOf(37),
  v.regex(/^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/, 'This must be a decimal number, such as 50.00.'),
  v.check((text) => /[1-9]/.test(text), 'This must be above 0.'),
)
const WORD = v.pipe(textOf(64), v.regex(/^[\w-]{1,64}$/, 'This must be a word.'))
/** Pages may send a number too, as long as its text is a plain one. */
const PRESET = v.optional(
  v.pipe(v.union([DECIMAL, v.number()], 'This must be an amount.'), v.transform(String), DECIMAL),
)
const MONEY = v.object({
  amount: v.pipe(v.string(), v.description('Whole units, decimal text.')),
  currency: v.string(),
})

export const optionsAnswer = v.object({
  purchaseCurrencies: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      symbol: v.string(),
      networks: v.array(
        v.object({
          name: v.string(),
          display_name: v.string(),
          chain_id: v.pipe(v.string(), v.description('CAIP-2.')),
          contract_address: v.pipe(v.string(), v.description('Empty for the native coin.')),
        }),
      ),
    }),
  ),
  paymentCurrencies: v.array(
    v.object({
      id: v.string(),
      payment_method_limits: v.array(
        v.object({ id: v.string(), min: v.string(), max: v.string() }),
      ),
    }),
  ),
  providers: v.array(
    v.object({
      id: v.string(),
      label: v.string(),
      chains: v.array(v.string()),
      origin: v.pipe(v.string(), v.description('Of its window.')),
      quotes: v.pipe(v.boolean(), v.description('It gives prices.')),
      orders: v.pipe(v.boolean(), v.description('It tells how an order goes on.')),
      test: v.pipe(v.boolean(), v.description('Nobody pays, and its coins are worth nothing.')),
    }),
  ),
})

export const quoteBody = v.object({
  purchaseCurrency: WORD,
  paymentCurrency: WORD,
  amount: DECIMAL,
  amountIn: v.optional(
    v.pipe(
      v.picklist(['payment', 'purchase'], 'This must be payment or purchase.'),
      v.description('Whether the amount is what is paid, fees within it, or what arrives.'),
    ),
    'payment',
  ),
  network: CHAIN_ID,
  provider: v.optional(v.pipe(WORD, v.description('Absent: all are asked.'))),
  paymentMethod: v.optional(WORD, 'card'),
  projectId: v.optional(textOf(128)),
})
const quote = {
  coinbaseFee: v.pipe(MONEY, v.description('The fee of the provider, whoever it is.')),
  networkFee: MONEY,
  paymentSubtotal: MONEY,
  paymentTotal: v.pipe(MONEY, v.description('The sum of the three, to the cent.')),
  purchaseAmount: v.pipe(MONEY, v.description('What arrives.')),
  quoteId: v.string(),
  provider: v.string(),
  expires: v.optional(v.pipe(v.number(), v.description('Milliseconds since 1970.'))),
  seconds: v.optional(v.pipe(v.number(), v.description('How long the coins usually take.'))),
  identity: v.optional(v.picklist(['none', 'once', 'always'])),
}
export const quoteAnswer = v.object({
  ...quote,
  quotes: v.pipe(v.array(v.object(quote)), v.description('Of all providers, the best first.')),
})

export const MAX_WALLETS = 10
export const urlBody = v.object({
  destinationWallets: v.pipe(
    v.array(textOf(200), 'This must be a list of wallets.'),
    v.minLength(1, 'Name at least one wallet.'),
    v.maxLength(MAX_WALLETS, `Name at most ${MAX_WALLETS} wallets.`),
    v.description('CAIP-10 of wallets that the coins may go to.'),
  ),
  defaultNetwork: v.optional(
    v.pipe(CHAIN_ID, v.description('One of the wallets must be on it. Absent: that of the first.')),
  ),
  partnerUserId: v.optional(textOf(128), ''),
  defaultExperience: v.optional(v.literal('buy', 'This must be buy.'), 'buy'),
  presetCryptoAmount: PRESET,
  presetFiatAmount: PRESET,
  provider: v.optional(v.pipe(WORD, v.description('Absent: the first one for that network.'))),
  purchaseCurrency: v.optional(WORD),
  paymentCurrency: v.optional(WORD),
  paymentMethod: v.optional(WORD),
  projectId: v.optional(textOf(128)),
})
export const urlAnswer = v.object({
  url: v.pipe(v.string(), v.description('For one window, soon: ask for it at the click.')),
  provider: v.string(),
  orderId: v.pipe(v.string(), v.description('Whoever has it can read the order.')),
  expires: v.pipe(v.number(), v.description('Milliseconds since 1970.')),
})

export const ORDER_ID = v.pipe(textOf(64), v.description('As /v1/generators/onrampurl gave it.'))
export const orderAnswer = v.object({
  id: v.string(),
  provider: v.string(),
  status: v.picklist(['created', 'paid', 'sent', 'done', 'failed', 'refunded', 'abandoned']),
  chainId: v.string(),
  address: v.string(),
  purchase: v.optional(MONEY),
  payment: v.optional(MONEY),
  hash: v.optional(v.pipe(v.string(), v.description('Of the transaction that brings the coins.'))),
  createdAt: v.pipe(v.number(), v.description('Milliseconds since 1970.')),
  updatedAt: v.number(),
})
