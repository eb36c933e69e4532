import { type Log } from '@latchkey/service-kit'
import { type Route } from '@latchkey/service-kit/http'
import { type Chains, type ChainConfig } from '../chains.js'
import { type Node } from '../sources/rpc/calls.js'
import { type OrderRow, type Store } from '../store/store.js'
import { type OrderIds } from './orderIds.js'

/** A coin that can be bought, as `GET /v1/onramp/options` tells it. */
export interface PurchaseCurrency {
  id: string
  name: string
  symbol: string
  networks: readonly {
    name: string
    display_name: string
    /** CAIP-2. */
    chain_id: string
    /** Empty for the native coin. */
    contract_address: string
  }[]
}

export interface PaymentCurrency {
  /** ISO 4217. */
  id: string
  /** Decimal text in that currency. */
  payment_method_limits: readonly { id: string; min: string; max: string }[]
}

export interface OnrampLists {
  purchaseCurrencies: readonly PurchaseCurrency[]
  paymentCurrencies: readonly PaymentCurrency[]
}

export interface Money {
  /** Whole units, decimal text. */
  amount: string
  currency: string
}

export interface PriceRequest {
  /** Of the lists of the provider. */
  coin: PurchaseCurrency
  network: PurchaseCurrency['networks'][number]
  paymentCurrency: string
  paymentMethod: string
  /** Whole units, decimal text. */
  amount: string
  /** Whether `amount` is what is paid, fees within it, or what arrives. */
  amountIn: 'payment' | 'purchase'
}

/** A price. The service checks currencies and the sum before it believes it. */
export interface Price {
  coinbaseFee: Money
  networkFee: Money
  paymentSubtotal: Money
  paymentTotal: Money
  purchaseAmount: Money
  quoteId: string
  /** Milliseconds since 1970. */
  expires?: number
  /** How long the coins usually take. */
  seconds?: number
  /** Whether papers must be shown. */
  identity?: 'none' | 'once' | 'always'
}

export interface UrlRequest {
  orderId: string
  /** All that the page named. */
  wallets: readonly { chain: string; address: string }[]
  /** The wallet of the network that is chosen at first. */
  wallet: { chain: string; address: string }
  /** The coin that is bought; absent: the person chooses. */
  coin?: PurchaseCurrency
  paymentCurrency?: string
  paymentMethod?: string
  fiatAmount?: string
  cryptoAmount?: string
  /** The page's own id of the purchase or the person. */
  partnerUserId: string
  projectId: string
  /** Of the socket, or as a trusted proxy says. */
  clientIp: string
  /** Where this service was asked: `http://127.0.0.1:8787`. */
  serviceOrigin: string
}

/** A window of the provider. */
export interface ProviderUrl {
  url: string
  /** Milliseconds since 1970. */
  expires: number
  /** The coins and the payment, where they are settled already. */
  purchase?: Money
  payment?: Money
  coin?: NonNullable<OrderRow['coin']>
}

/** Where a purchase is, as the provider tells it. */
export interface OrderEvent {
  status: OrderRow['status']
  purchase?: Money
  payment?: Money
  /** Of the transaction that brings the coins. */
  hash?: string
}

/** Sells coins. Every call gets a signal that ends it after some seconds. */
export interface OnrampProvider {
  /** Letters, digits and dashes. */
  readonly id: string
  readonly label: string
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  /** Of its window; absent: this service's own. */
  readonly origin?: string
  /** Nobody pays there, and its coins are worth nothing. */
  readonly isTest?: boolean
  options(signal: AbortSignal): Promise<OnrampLists>
  /** Absent: it gives no prices. @returns `undefined` where it cannot be asked so */
  quote?(request: PriceRequest, signal: AbortSignal): Promise<Price | undefined>
  url(request: UrlRequest, signal: AbortSignal): Promise<ProviderUrl>
  /** Absent: it does not tell. @returns `undefined` where it knows of no purchase */
  events?(order: OrderRow, signal: AbortSignal): Promise<OrderEvent | undefined>
  /** Work that goes on beside requests, until the signal ends it. */
  run?(signal: AbortSignal): Promise<void>
  /** Its pages at this service. */
  readonly routes?: readonly Route[]
}

export interface OnrampContext {
  chains: Chains
  store: Pick<Store, 'orders'>
  nodeOf(chain: ChainConfig): Node
  ids: OrderIds
  now(): number
  log: Log
}

export type OnrampFactory = (context: OnrampContext) => OnrampProvider
