import type { Caip2 } from '@latchkey/plugin-api'

/** A pool that a swap goes through. */
export interface SwapHop {
  /** `uniswap-v3`, or the name that an aggregator gives it. */
  venue: string
  /** Address of the pool; empty: the source does not say. */
  pool: string
  /** Hundredths of a basis point: 3000 is 0.3 %. */
  fee: number
}

/**
 * The outcome of a swap, as a market tells it. It is the word of a server: compare the transaction, and
 * simulate it, before a wallet opens. Token ids are CAIP-10, a native coin has the address 0xEee…EEeE.
 */
export interface SwapQuote {
  id: string
  /** Id of the market at the server: `uniswap`, `0x`, `lifi`. */
  source: string
  /** As it was asked for. */
  from: string
  /** As it was asked for. */
  to: string
  /** In the smallest unit of `from`: what was asked for. */
  fromAmount: bigint
  /** In the smallest unit of `to`, before the network's fee. */
  toAmount: bigint
  /** In the smallest unit of `to`: the least that arrives. Always in the quote of a built swap. */
  minimum?: bigint
  /** Basis points below the price of a thousandth of the amount. Absent: not known. */
  priceImpact?: number
  /** Units of gas, estimated. */
  gas: bigint
  /** The network's fee in the smallest unit of `to`. Absent: not known. */
  fee?: bigint
  /** Address that must be allowed to take the sold token; `null`: none needs to be. */
  spender: string | null
  /** Address that the transaction calls. */
  router: string
  route: readonly SwapHop[]
  /** Milliseconds since 1970. */
  expires: number
  /** The block of the prices. */
  block: bigint
}

/** A token that can be swapped. */
export interface SwapToken {
  /** CAIP-10; of a native coin with 0xEee…EEeE. */
  address: string
  /** On one line, without characters that hide or turn text. */
  name: string
  symbol: string
  decimals: number
  /** Absolute; empty where there is no picture. */
  logoUri: string
  /** It takes an allowance by signature (EIP-2612). */
  eip2612: boolean
}

/** Prices of a unit of gas, in wei: without haste, soon, and at once. */
export interface GasPrices {
  standard: bigint
  fast: bigint
  instant: bigint
}

/** A transaction to show, to check and to sign. Addresses are those of the chain. */
export interface SwapTransaction {
  from: string
  to: string
  /** `0x` and hex digits. */
  data: string
  /** Wei. */
  value: bigint
}

/** The transaction that lets a market take a token. */
export interface SwapApproval {
  tx: SwapTransaction
  /** No amount was named, so that everything may be taken. */
  unlimited: boolean
  /** The allowance must be set to 0 first: the token refuses to change it. */
  reset: boolean
}

/** A swap to sign, made of a new quote. */
export interface BuiltSwap {
  /** `gas` is in units and absent with `disableEstimate`; `gasPrice` in wei. */
  tx: SwapTransaction & { eip155: { gas?: bigint; gasPrice: bigint } }
  quote: SwapQuote & { minimum: bigint }
}

/** An exact amount of a token, to be sold for another one of the same chain. */
export interface SwapQuery {
  /** CAIP-10. */
  from: string
  /** CAIP-10. */
  to: string
  /** In the smallest unit of `from`, above 0. */
  amount: bigint
  /** Address of the account alone. */
  userAddress: string
  signal?: AbortSignal
}

/**
 * The calls for swaps. An answer about another token, amount or account than the one asked about is
 * refused with `http.bad_answer`, or left out of a list.
 */
export interface SwapCalls {
  /** The best first; empty: no market trades the two. `gasPrice` in wei. */
  getSwapQuotes(query: SwapQuery & { gasPrice?: bigint }): Promise<readonly SwapQuote[]>
  /** The native coin is the first. */
  getSwapTokens(query: { chainId: Caip2; signal?: AbortSignal }): Promise<readonly SwapToken[]>
  /** `tokenAddress`: CAIP-10. Absent `spender`: that of the first market. Smallest unit. */
  getSwapAllowance(query: {
    tokenAddress: string
    userAddress: string
    spender?: string
    signal?: AbortSignal
  }): Promise<bigint>
  getGasPrices(query: { chainId: Caip2; signal?: AbortSignal }): Promise<GasPrices>
  /** `from` is the token that may be taken. Without `amount` everything may be taken. */
  buildSwapApproval(
    query: Omit<SwapQuery, 'amount'> & { amount?: bigint; spender?: string },
  ): Promise<SwapApproval>
  /**
   * `slippage` in percent, above 0 and at most 50. A swap that would fail is refused with `http.status`
   * 422, whose {@link BackendClient.reasonOf} is `balance`, `allowance`, `moved` or `unsellable`.
   */
  buildSwap(query: SwapQuery & { slippage: number; disableEstimate?: boolean }): Promise<BuiltSwap>
}
