import type { Caip2, Namespace } from './caip.js'

export interface NativeCurrency {
  name: string
  symbol: string
  /** How many decimal places one whole unit has: 18 means 1 = 10^18 base units. */
  decimals: number
}

/** One chain. Extra fields a namespace needs stay with the plugin that registered it. */
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
