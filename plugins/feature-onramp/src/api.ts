import type { Caip2, Namespace, Observable, ParamsOf, ViewId } from '@latchkey/plugin-api'

/** A network on which a coin can be bought. */
export interface OnrampNetwork {
  /** The providers' name of it: `base`. */
  name: string
  display_name: string
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

/** An amount of money or of a coin, in whole units as decimal text. */
export interface OnrampAmount {
  amount: string
  currency: string
}

/** The price that a provider asks, or an estimate in its place. */
export interface OnrampQuote {
  /** The provider's fee, whoever it is. */
  coinbaseFee: OnrampAmount
  networkFee: OnrampAmount
  /** The price of the coins without fees. */
  paymentSubtotal: OnrampAmount
  /** The sum of the three. */
  paymentTotal: OnrampAmount
  /** The coins that arrive. */
  purchaseAmount: OnrampAmount
  /** `latchkey:estimate`: nobody promised these figures, and nothing can be bought by them. */
  quoteId: string
  /** ms since 1970. Absent: the provider does not say. */
  expires?: number
  /** Usual time of delivery. Absent: not known. */
  seconds?: number
  /** How often the provider asks who the visitor is. Absent: not known. */
  identity?: 'none' | 'once' | 'always'
}

/** A company that sells coins. */
export interface OnrampProvider {
  /** Shown to visitors. */
  label: string
  /** `coinbase`, `meld`, `sandbox`. */
  name: string
  /** Fees as the provider's list says, such as `1-2%`. A quote has the real ones. */
  feeRange: string
  /** The address of its windows. */
  url: string
  supportedChains: readonly Namespace[]
}

/**
 * A provider with its price for the amount that is typed. `waiting`: there is no amount yet. `failed`:
 * it gave no price, and nothing can be bought there. `unpriced`: it names its price in its own window.
 */
export type OnrampOffer = {
  readonly provider: OnrampProvider
  /** Nobody pays there, and its coins are worth nothing. */
  isTest: boolean
} & (
  | { status: 'waiting' | 'loading' | 'unpriced' }
  | { status: 'failed'; error: unknown }
  | { status: 'quoted'; quote: OnrampQuote }
)

/** The reason why nothing can be bought with the amount: a message key with its parameters. */
export interface OnrampProblem {
  key: 'onramp.belowMin' | 'onramp.aboveMax' | 'onramp.amountInvalid'
  params: Readonly<Record<string, string>>
}

export type OnrampOrderStatus =
  | 'opening'
  | 'created'
  | 'paid'
  | 'sent'
  | 'done'
  | 'failed'
  | 'refunded'
  | 'abandoned'
  /** Its window never had an address, for the reason in `error`. */
  | 'refused'

/** A purchase that was begun on this site. */
export interface OnrampOrder {
  /** Unique in this browser. */
  key: string
  /** The server's id. Absent: nobody tells how the purchase goes on but the balance. */
  id?: string
  provider: OnrampProvider
  isTest: boolean
  network: Caip2
  /** The account that the coins are bought for. */
  address: string
  symbol: string
  /** Contract of the coin; empty for the native one. */
  contract: string
  payment?: OnrampAmount
  /** As the last quote said, or as the provider says now. */
  purchase?: OnrampAmount
  status: OnrampOrderStatus
  /** `blocked`: the browser opened none, see `link`. `closed`: it is closed, or cannot be seen any more. */
  window: 'open' | 'closed' | 'blocked'
  /** Address of the provider's window, where the browser blocked it; good for minutes. */
  link?: string
  /** Coins by which the account's balance has grown since the purchase began, decimal text. */
  arrived?: string
  /** The transaction that brings the coins. */
  hash?: string
  /** Its address in the network's explorer. */
  explorer?: string
  /** ms since 1970. */
  at: number
  /** The last question about the order had no answer. */
  isUnread: boolean
  error?: unknown
}

/** The state of the form, and the purchases. */
export interface OnrampState {
  selectedProvider: OnrampProvider | undefined
  purchaseCurrencies: readonly OnrampPurchaseCurrency[]
  paymentCurrencies: readonly OnrampPaymentCurrency[]
  purchaseCurrency: OnrampPurchaseCurrency | undefined
  paymentCurrency: OnrampPaymentCurrency | undefined
  /** Decimal text, in the coin. */
  purchaseAmount: string | undefined
  /** Decimal text, in the currency. */
  paymentAmount: string | undefined
  quotesLoading: boolean
  error: OnrampProblem | undefined
  /** The amount that the visitor typed last; the other one follows from a quote. */
  side: 'payment' | 'purchase'
  /** Id of the way to pay: `card`, `ach_bank_account`. */
  paymentMethod: string
  /** Providers for the network in use, the one that gives most for the amount first. */
  offers: readonly OnrampOffer[]
  /** Of the options. `defaults`: they could not be read, and a default set stands in. */
  options: 'unread' | 'loading' | 'read' | 'defaults'
  /** When the quotes came, ms since 1970. */
  quotedAt: number | undefined
  /** The network on which is bought, and the account. Absent: nobody is connected. */
  network: { id: Caip2; name: string } | undefined
  address: string | undefined
  /** Newest first. */
  orders: readonly OnrampOrder[]
}

/** The form and its purchases. */
export interface OnrampForm {
  /** Reads what can be bought, from the site's server. Never rejects: defaults stand in. */
  load(): Promise<void>
  /** Chooses a provider by its name. */
  selectProvider(name: string): void
  /** Chooses a coin by its id. */
  setPurchaseCurrency(id: string): void
  /** Chooses a currency by its id. */
  setPaymentCurrency(id: string): void
  /** Chooses a way to pay by its id. */
  setPaymentMethod(id: string): void
  /** Decimal text; `undefined` where the field is empty or not an amount. */
  setPaymentAmount(amount: string | undefined): void
  setPurchaseAmount(amount: string | undefined): void
  /** The field in which the visitor types. */
  setSide(side: OnrampState['side']): void
  /**
   * The price of the chosen provider for the amount. Where there is none: an estimate, marked by its
   * `quoteId`, that nothing can be bought by. Never rejects.
   */
  quote(): Promise<OnrampQuote>
  /** Keeps the prices fresh until the returned function is called. */
  watch(): () => void
  /** Asks all providers anew. */
  refresh(): void
  /**
   * Opens the window of the chosen provider and follows the purchase. Call it in the click: browsers
   * block windows otherwise. @returns the key of the order
   * @throws `onramp.no_price`, `onramp.not_ready`
   */
  buy(): Promise<string>
  /** Asks for another address for the window of an order whose first one was blocked or failed. */
  again(key: string): void
  /** Forgets an order. The purchase itself goes on. */
  dismiss(key: string): void
  /** Empties the form. Orders are kept. */
  reset(): void
}

export interface OnrampApi {
  readonly state: Observable<OnrampState>
  /** Whether anything can be bought with the account in use. */
  canBuy(): boolean
  /** Loads the form, which is what the views' fields and buttons do. */
  form(): Promise<OnrampForm>
  /** The form, if it is loaded: a window has to be opened in the task of the click. */
  formNow(): OnrampForm | undefined
  show<Id extends ViewId>(view: Id, ...params: ParamsOf<Id>): void
  back(): void
}
