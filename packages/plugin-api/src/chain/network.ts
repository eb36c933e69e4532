import type { Caip2, Namespace } from './caip.js'

/** The currency in which a network's fees are paid. */
export interface NativeCurrency {
  name: string
  symbol: string
  /** Decimal places of one whole unit: 18 means 1 = 10^18 base units. */
  decimals: number
}

/** One network of a chain family. Further fields stay with the plugin that registers it. */
export interface Network {
  /** CAIP-2, unique in the kernel. */
  id: Caip2
  namespace: Namespace
  /** The part after the colon. */
  reference: string
  name: string
  nativeCurrency: NativeCurrency
  /** Tried in order. May be empty where the namespace has another way to read. */
  rpcUrls: readonly string[]
  blockExplorers?: readonly {
    name: string
    url: string
    accountPath?: string
    transactionPath?: string
  }[]
  testnet?: boolean
  assets?: { imageUrl?: string; imageId?: string }
}
