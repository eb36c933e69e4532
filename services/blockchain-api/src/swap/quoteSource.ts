import { type Log } from '@latchkey/service-kit'
import { type Hex } from 'viem'
import { type ChainConfig, type Chains, type ListedToken } from '../chains.js'
import { type Node } from '../sources/rpc/calls.js'

/** The address that stands for the native coin in token ids of swaps. */
export const NATIVE: Hex = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** One exact amount of a token is sold for another. Addresses have their checksum. */
export interface SwapRequest {
  chain: ChainConfig
  from: Hex
  to: Hex
  /** In the smallest unit of `from`. */
  amount: bigint
  account: Hex
  /** Percent that may be lost against the quote, for sources whose quote is a transaction already. */
  slippage: number
}

/** A pool on the way from one token to the other. */
export interface Hop {
  venue: string
  /** Empty: the source does not say. */
  pool: Hex | ''
  /** In hundredths of a basis point: 3000 is 0.3 %. */
  fee: number
  /** The token that comes out of it. */
  to: Hex
}

export interface Quote {
  /** The id of its source. */
  source: string
  /** In the smallest unit of the bought token, before the network's fee. */
  toAmount: bigint
  /**
   * The network's fee in the smallest unit of the bought token. Absent: the source does not know its
   * price. Quotes are compared by what is left.
   */
  fee?: bigint
  /** Units of gas, estimated. */
  gas: bigint
  /** Basis points below the price of a thousandth of the amount. Absent: not known. */
  priceImpact?: number
  /** The least that arrives, where the quote is a transaction already. */
  minimum?: bigint
  /** Must be allowed to take the sold token. Absent for the native coin. */
  spender?: Hex
  /** The contract that the transaction calls. */
  router: Hex
  route: readonly Hop[]
  /** The block of the prices. */
  block: bigint
}

const leftOf = ({ toAmount, fee = 0n }: Quote): bigint => toAmount - fee
/** The best first. A quote whose network fee is not known is compared without it. */
export const byWorth = (one: Quote, other: Quote): number =>
  leftOf(one) < leftOf(other) ? 1 : leftOf(one) > leftOf(other) ? -1 : 0

/** The least that a swap gives, and until when. */
export interface SwapTerms {
  minimum: bigint
  /** Seconds since 1970. */
  deadline: bigint
}

export interface Call {
  to: Hex
  data: Hex
  value: bigint
}

/** A market that sells tokens for tokens. */
export interface QuoteSource {
  /** Letters, digits and dashes. */
  readonly id: string
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  /** @returns the best way first; empty: no pool trades the two */
  quote(request: SwapRequest, signal: AbortSignal): Promise<readonly Quote[]>
  /** Makes the call of a quote that this source gave for this request. */
  build(request: SwapRequest, quote: Quote, terms: SwapTerms): Call | Promise<Call>
  /** The contracts that may be allowed to take tokens; the first is asked about by default. */
  spenders(chain: string): readonly Hex[]
  /** Tokens that it trades, beyond those that the host lists. */
  tokens?(chain: ChainConfig, signal: AbortSignal): Promise<readonly ListedToken[]>
  /**
   * How much of `to` amounts of tokens bring in pools of the two; what has no such pool is left out.
   * @returns by the sold token
   */
  rates?(request: RateRequest, signal: AbortSignal): Promise<ReadonlyMap<Hex, bigint>>
}

export interface RateRequest {
  chain: ChainConfig
  /** Addresses have their checksum. */
  sold: readonly { token: Hex; amount: bigint }[]
  to: Hex
}

export interface QuoteSourceContext {
  chains: Chains
  nodeOf(chain: ChainConfig): Node
  now(): number
  log: Log
}
export type QuoteSourceFactory = (context: QuoteSourceContext) => QuoteSource
