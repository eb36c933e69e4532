import type { Caip2 } from '@latchkey/plugin-api'

/** A network on which a coin can be bought. */
export interface OnrampNetwork {
  /** The providers' name of it: `base`. */
  name: string
  display_name: string
  /** CAIP-2. */
  chain_id: Caip2
  /** Empty for the native coin. */
  contract_address: string
}

/** A coin that can be bought. */
export interface OnrampPurchaseCurrency {
  id: string
  name: string
  symbol: string
  networks: readonly OnrampNetwork[]
}

/** Bounds of a way to pay, decimal text in the currency. `id`: `card`, `ach_bank_account`. */
export interface OnrampLimit {
  id: string
  min: string
  max: string
}

/** A currency to pay with. */
export interface OnrampPaymentCurrency {
  /** ISO 4217: `USD`. */
  id: string
  payment_method_limits: readonly OnrampLimit[]
}

/** A provider that the server's owner configured. */
export interface OnrampServerProvider {
  /** `coinbase`, `meld`, `sandbox`. */
  id: string
  label: string
  chains: readonly Caip2[]
  /** Origin of its window: `https://pay.coinbase.com`. */
  origin: string
  /** It gives prices. Without them nothing about what arrives may be said. */
  quotes: boolean
  /** It tells how an order goes on. */
  orders: boolean
  /** Nobody pays there, and its coins are worth nothing. */
  test: boolean
}

/** Coins that can be bought, currencies to pay with, and who sells. */
export interface OnrampOptions {
  purchaseCurrencies: readonly OnrampPurchaseCurrency[]
  paymentCurrencies: readonly OnrampPaymentCurrency[]
  providers: readonly OnrampServerProvider[]
}

/** An amount of money or of a coin, in whole units as decimal text. */
export interface OnrampAmount {
  amount: string
  currency: string
}

/** A provider's price. */
export interface OnrampQuote {
  /** The provider's fee, whoever it is. */
  coinbaseFee: OnrampAmount
  networkFee: OnrampAmount
  /** The price of the coins without fees. */
  paymentSubtotal: OnrampAmount
  /** The sum of the three, to the cent. */
  paymentTotal: OnrampAmount
  /** The coins that arrive. */
  purchaseAmount: OnrampAmount
  quoteId: string
  /** Id of the provider. */
  provider: string
  /** Milliseconds since 1970. Absent: the provider does not say. */
  expires?: number
  /** How long the coins usually take. Absent: not known. */
  seconds?: number
  /** Whether the provider wants to see papers. Absent: not known. */
  identity?: 'none' | 'once' | 'always'
}

/** The price of the provider of whom most arrives, and those of all providers, in that order. */
export interface OnrampQuotes extends OnrampQuote {
  quotes: readonly OnrampQuote[]
}

export interface OnrampQuoteQuery {
  /** Symbol or id of the coin: `USDC`. */
  purchaseCurrency: string
  /** `USD` */
  paymentCurrency: string
  /** Decimal text. */
  amount: string
  /**
   * `payment`, which is meant if it is left out: `amount` is what is paid, fees within it. `purchase`: what
   * arrives; providers that cannot be asked so are left out.
   */
  amountIn?: 'payment' | 'purchase'
  /** CAIP-2. */
  network: Caip2
  /** Absent: all providers are asked. */
  provider?: string
  /** `card`, `ach_bank_account`; `card` if left out. */
  paymentMethod?: string
  signal?: AbortSignal
}

/** A provider's window is asked for. */
export interface OnrampUrlQuery {
  /** CAIP-10, one to ten. */
  destinationWallets: readonly string[]
  /** CAIP-2 of the network that is chosen at first. One of the wallets must be of it. */
  defaultNetwork: Caip2
  /** The page's own id of the purchase or the person. */
  partnerUserId: string
  /** Decimal text. */
  presetCryptoAmount?: string
  /** Decimal text. */
  presetFiatAmount?: string
  /** Absent: the first provider of the server for that network. */
  provider?: string
  /** `USDC` */
  purchaseCurrency?: string
  /** `USD` */
  paymentCurrency?: string
  paymentMethod?: string
  signal?: AbortSignal
}

/** A provider's window, good for one use within minutes: ask at the click. */
export interface OnrampUrl {
  /** https, at the origin that the provider has in the options; http on this machine alone. */
  url: string
  /** Id of the provider. */
  provider: string
  /** For {@link OnrampCalls.getOnrampOrder}. Everybody who has it can read the order. */
  orderId: string
  /** Milliseconds since 1970. */
  expires: number
}

/**
 * `created`: nothing was paid. `paid`: nothing was sent. `sent`: its transaction has a hash. `done`: it
 * is in a block. `abandoned`: nobody paid in time.
 */
export type OnrampOrderStatus =
  'created' | 'paid' | 'sent' | 'done' | 'failed' | 'refunded' | 'abandoned'

/** A purchase, as the provider tells it. */
export interface OnrampOrder {
  id: string
  provider: string
  status: OnrampOrderStatus
  chainId: Caip2
  /** The wallet, address alone. */
  address: string
  /** The coins that are sent. Absent: not known yet. */
  purchase?: OnrampAmount
  payment?: OnrampAmount
  /** Of the transaction that brings the coins. */
  hash?: string
  /** Milliseconds since 1970. */
  createdAt: number
  updatedAt: number
}

/** The calls for buying coins. */
export interface OnrampCalls {
  getOnrampOptions(options?: { signal?: AbortSignal }): Promise<OnrampOptions>
  /**
   * Prices whose sum does not add up, or that are in other currencies than those asked for, are left out
   * of `quotes`; if none is left, the answer is refused with `http.bad_answer`.
   */
  getOnrampQuote(query: OnrampQuoteQuery): Promise<OnrampQuotes>
  /**
   * `origin`: what {@link OnrampOptions.providers} says of the chosen provider. An address elsewhere is
   * refused with `http.bad_answer`.
   */
  getOnrampUrl(query: OnrampUrlQuery & { origin: string }): Promise<OnrampUrl>
  getOnrampOrder(query: { orderId: string; signal?: AbortSignal }): Promise<OnrampOrder>
}
