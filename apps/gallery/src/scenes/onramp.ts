import type {
  OnrampOffer,
  OnrampOrder,
  OnrampPaymentCurrency,
  OnrampProvider,
  OnrampQuote,
  OnrampState,
} from '@latchkey/feature-onramp'
import { LatchkeyError } from '@latchkey/plugin-api'
import { ADDRESSES } from '../world/chains.js'
import type { Scene, Scenes } from './types.js'

const provider = (name: string, label: string): OnrampProvider => ({
  label,
  name,
  feeRange: '1-2%',
  url: `https://${name}.example`,
  supportedChains: ['eip155'],
})
const COINBASE = provider('coinbase', 'Coinbase')
const MELD = provider('meld', 'Meld')
const SANDBOX = provider('sandbox', 'Sandbox')
const LIMITS = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const currency = (id: string): OnrampPaymentCurrency => ({ id, payment_method_limits: LIMITS })
const coin = (id: string, name: string) => ({
  id,
  name,
  symbol: id,
  networks: [
    {
      name: 'ethereum',
      display_name: 'Ethereum',
      chain_id: 'eip155:1' as const,
      contract_address: '',
    },
  ],
})
const USD = currency('USD')
const ETH = coin('ETH', 'Ether')
const quote = (fee: string, subtotal: string, coins: string, more = {}): OnrampQuote => {
  const money = (amount: string) => ({ amount, currency: 'USD' })
  return {
    coinbaseFee: money(fee),
    networkFee: money('0.45'),
    paymentSubtotal: money(subtotal),
    paymentTotal: money('250.00'),
    purchaseAmount: { amount: coins, currency: 'ETH' },
    quoteId: 'of the gallery',
    ...more,
  }
}
const best = quote('3.74', '245.81', '0.07877', { seconds: 600, identity: 'once' })
const OFFERS: readonly OnrampOffer[] = [
  { provider: COINBASE, isTest: false, status: 'quoted', quote: best },
  {
    provider: MELD,
    isTest: false,
    status: 'quoted',
    quote: quote('5.00', '244.55', '0.07836', { seconds: 7_200, identity: 'always' }),
  },
]
const away = new LatchkeyError('http.unreachable', 'Made for the gallery.', {
  context: { url: 'https://api.shop.example' },
})
const form = (more: Partial<OnrampState> = {}): Partial<OnrampState> => ({
  options: 'read',
  network: { id: 'eip155:1', name: 'Ethereum' },
  address: ADDRESSES[0],
  purchaseCurrencies: [ETH, coin('USDC', 'USD Coin')],
  paymentCurrencies: [USD, currency('EUR')],
  purchaseCurrency: ETH,
  paymentCurrency: USD,
  offers: OFFERS.map(({ provider: of }) => ({ provider: of, isTest: false, status: 'waiting' })),
  selectedProvider: COINBASE,
  ...more,
})
const priced = (more: Partial<OnrampState> = {}): Partial<OnrampState> =>
  form({
    paymentAmount: '250',
    purchaseAmount: '0.07877',
    offers: OFFERS,
    quotedAt: Date.now(),
    ...more,
  })
const failed = (error: unknown): readonly OnrampOffer[] =>
  [COINBASE, MELD].map((of) => ({ provider: of, isTest: false, status: 'failed', error }))

/** The form, or a view that is reached from it. */
const at = (
  shows: string | RegExp,
  buying: () => Partial<OnrampState>,
  then: readonly [view: string, params?: unknown][] = [],
  more: Partial<Scene> = {},
): Scene => ({
  connected: true,
  shows,
  world: () => ({ buying: buying() }),
  play: async ({ kernel, push, shows: drawn }) => {
    await kernel.open('Account')
    push(['onramp.form'])
    await drawn('onramp.form')
    push(...then)
  },
  ...more,
})
const order = (more: Partial<OnrampOrder> = {}): OnrampOrder => ({
  key: 'one',
  id: 'order-1',
  provider: COINBASE,
  isTest: false,
  network: 'eip155:1',
  address: ADDRESSES[0],
  symbol: 'ETH',
  contract: '',
  payment: { amount: '250.00', currency: 'USD' },
  purchase: { amount: '0.07877', currency: 'ETH' },
  status: 'created',
  window: 'open',
  at: Date.now(),
  isUnread: false,
  ...more,
})
const purchase = (shows: string | RegExp, more: Partial<OnrampOrder> = {}): Scene =>
  at(shows, () => priced({ orders: [order(more)] }), [['onramp.order', { order: 'one' }]])
const HASH = `0x${'ab'.repeat(32)}`
const explorer = `https://explorer.example/tx/${HASH}`
const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'BRL', 'TRY', 'CHF', 'SEK', 'XTS']

export const onrampScenes: Scenes = {
  'onramp.form': at('Enter an amount', () => form()),
  'onramp.form / priced': at('Buy at Coinbase', () => priced()),
  'onramp.form / loading': at(
    'Asking for prices',
    () =>
      form({
        paymentAmount: '250',
        quotesLoading: true,
        offers: [COINBASE, MELD].map((of) => ({ provider: of, isTest: false, status: 'loading' })),
      }),
    [],
    { loading: true },
  ),
  'onramp.form / options loading': at(
    /Buy/,
    () => form({ options: 'loading', purchaseCurrencies: [] }),
    [],
    {
      loading: true,
    },
  ),
  'onramp.form / estimate': at('Estimate', () =>
    form({ paymentAmount: '250', offers: failed(away), quotedAt: Date.now() }),
  ),
  'onramp.form / one price': at('Buy at Coinbase', () =>
    priced({ offers: [OFFERS[0]!, failed(away)[1]!] }),
  ),
  'onramp.form / unpriced': at('Buy at Meld', () =>
    form({
      paymentAmount: '250',
      selectedProvider: MELD,
      offers: [{ provider: MELD, isTest: false, status: 'unpriced' }],
    }),
  ),
  'onramp.form / too little': at('At least $10.00', () =>
    form({
      paymentAmount: '5',
      error: { key: 'onramp.belowMin', params: { min: '10.00', max: '7500.00', currency: 'USD' } },
    }),
  ),
  'onramp.form / defaults': at('could not read what is sold', () => form({ options: 'defaults' })),
  'onramp.form / offline': at('You are offline', () => priced(), [], { offline: true }),
  'onramp.form / old prices': at('Prices as of', () => priced({ quotedAt: Date.now() - 600_000 })),
  'onramp.form / sandbox': at('This is a test', () =>
    priced({
      offers: [{ provider: SANDBOX, isTest: true, status: 'quoted', quote: best }],
      selectedProvider: SANDBOX,
    }),
  ),
  'onramp.form / nothing sold': at('Nothing is sold', () => form({ purchaseCurrencies: [] })),
  'onramp.form / no provider': at('No provider delivers', () =>
    form({ offers: [], selectedProvider: undefined }),
  ),
  'onramp.form / no chain': at('Nothing can be bought', () => ({})),
  'onramp.form / purchases': at('ETH at Meld', () =>
    priced({
      orders: [order(), order({ key: 'two', status: 'done', provider: MELD })],
    }),
  ),
  'onramp.form / hostile': at('Buy at', () =>
    priced({
      network: { id: 'eip155:1', name: 'long name '.repeat(20) },
      purchaseCurrency: coin('مصر👩‍🚀LONGSYMBOL', 'long name '.repeat(20)),
      offers: [
        {
          provider: { ...COINBASE, label: 'A provider with quite a long name for a row' },
          isTest: true,
          status: 'quoted',
          quote: quote('9999999.99', '9999999999.99', '123456789.123456789123456789'),
        },
        OFFERS[1]!,
      ],
    }),
  ),
  'onramp.coin': at('USD Coin', () => form(), [['onramp.coin']]),
  'onramp.currency': at(
    'Swiss Franc',
    () => form({ paymentCurrencies: CURRENCIES.map(currency) }),
    [['onramp.currency']],
  ),
  'onramp.order': purchase('Pay in the window of Coinbase'),
  'onramp.order / opening': purchase('Its window is being opened', { status: 'opening' }),
  'onramp.order / blocked': purchase('Your browser blocked the window', {
    window: 'blocked',
    link: 'https://coinbase.example/buy',
  }),
  'onramp.order / closed': purchase('The window is closed', { window: 'closed' }),
  'onramp.order / paid': purchase('You paid', { status: 'paid', isUnread: true }),
  'onramp.order / sent': purchase('on their way', { status: 'sent', hash: HASH, explorer }),
  'onramp.order / done': purchase('have arrived', {
    status: 'done',
    hash: HASH,
    explorer,
    arrived: '0.07877',
  }),
  'onramp.order / balance grew': purchase('Your balance has grown', {
    provider: MELD,
    arrived: '0.07877',
  }),
  'onramp.order / failed': purchase('The purchase failed', { status: 'failed' }),
  'onramp.order / refunded': purchase('given back', { status: 'refunded' }),
  'onramp.order / abandoned': purchase('Nothing was paid', { status: 'abandoned', isTest: true }),
  'onramp.order / refused': purchase('could not be opened', {
    status: 'refused',
    error: new LatchkeyError('onramp.url_refused', 'Made for the gallery.', {
      context: { provider: 'coinbase', reason: 'origin' },
    }),
  }),
  'onramp.order / gone': at('not in the list', () => priced(), [
    ['onramp.order', { order: 'nobody' }],
  ]),
}
