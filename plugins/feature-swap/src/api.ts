import type {
  Amount,
  Caip2,
  ConnectedAccount,
  Network,
  Observable,
  SubmissionStatus,
} from '@latchkey/plugin-api'
import type { Phase } from './machine/machine.js'

/** A token, or the native coin, that can be swapped. */
export interface SwapToken {
  /** Contract. `undefined`: the native coin. */
  address: string | undefined
  name: string
  symbol: string
  decimals: number
  /** Empty where there is no picture. */
  iconUrl: string
  /**
   * The site or its server lists it, or it is the native coin. Otherwise the visitor has imported it,
   * or has it, and nobody vouches for its name.
   */
  isListed: boolean
}

/** A pool, or another market, that a swap goes through. */
export interface SwapHop {
  venue: string
  /** Hundredths of a basis point: 3000 is 0.3 %. */
  fee: number
}

/** The offer of a market for an exact amount. Amounts are in the smallest unit. */
export interface SwapQuote {
  id: string
  /** Id of the market: `uniswap`. */
  source: string
  /** CAIP-10; of the native coin with the address 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE. */
  from: string
  to: string
  fromAmount: bigint
  /** Before the network's fee. */
  toAmount: bigint
  minimum?: bigint
  /** Basis points below the price of a small amount. Absent: not known. */
  priceImpact?: number
  /** Units of gas, estimated. */
  gas: bigint
  /** The network's fee in the smallest unit of `to`. Absent: not known. */
  fee?: bigint
  /** Must be allowed to take the sold token; `null` for the native coin. */
  spender: string | null
  router: string
  route: readonly SwapHop[]
  /** ms since 1970. */
  expires: number
}

/** An exact amount of a token is to be sold. */
export interface SwapRequest {
  /** CAIP-10. */
  from: string
  to: string
  /** Above 0, in the smallest unit of `from`. */
  amount: bigint
  userAddress: string
  network: Caip2
}
/** A transaction that a market has built. */
export interface SwapTransaction {
  from: string
  to: string
  /** `0x` and hex digits. */
  data: string
  value: bigint
}

/**
 * A market that a page asks by itself: an entry of the option `sources`, or of the point `swap.quotes`.
 * Nothing that it answers is believed: the transaction is checked as one of the site's server is.
 */
export interface SwapSource {
  id: string
  /** Networks that it trades on. */
  networks: readonly Caip2[]
  /** The best first; empty: it does not trade the two. */
  quotes(request: SwapRequest, signal: AbortSignal): Promise<readonly SwapQuote[]>
  /** The transaction of a new quote; `slippage` in percent. */
  build(
    request: SwapRequest & { slippage: number; quote: SwapQuote },
    signal: AbortSignal,
  ): Promise<{ tx: SwapTransaction; quote: SwapQuote & { minimum: bigint } }>
}

/** An approval that goes before a swap. */
export interface SwapApproval {
  token: SwapToken
  spender: string
  amount: bigint
  /** The wallet does both in one atomic batch (EIP-5792). */
  isBatched: boolean
  /** The token wants its allowance set to 0 first. */
  isReset: boolean
  /** It is signed, and goes with the swap (EIP-2612). It holds for half an hour. */
  isPermit: boolean
}

/** The swap that the visitor agrees to: made of the very transactions that the wallet gets. */
export interface SwapReview {
  account: ConnectedAccount
  network: Network
  from: SwapToken
  to: SwapToken
  /** Leaves at most. */
  amount: bigint
  /** Arrives, by the network's own node; by the quote where no node could say it. */
  arrives: bigint
  /** Arrives at least, or the swap does not happen. */
  minimum: bigint
  /** Percent. */
  slippage: number
  source: string
  router: string
  route: readonly SwapHop[]
  /** Basis points. Absent: not known. */
  priceImpact?: number
  /** Loss of value between what leaves and what arrives, percent. Absent: a price is missing. */
  loss?: number
  /** The loss is above the option `maxPriceImpact`: the visitor has to tick a box. */
  isLossLarge: boolean
  /** In the native coin. Absent: not known. */
  fee?: Amount
  approval?: SwapApproval
  /** ms since 1970. */
  expires: number
  /** Nodes of the network that said the same; 0: none of them can check a swap. */
  checkedBy: 0 | 1 | 2
  /** The minimum was read from the call of the router. */
  isRead: boolean
  /** The price that the visitor saw before. Set where it is less now. */
  before?: { arrives: bigint; minimum: bigint }
}

/** Something that a wallet was asked for. */
export interface SwapRecord {
  /** Of the transaction or the wallet's calls; of the request while the wallet has not answered. */
  id: string
  kind: string
  network: Caip2
  account: string
  step: 'approve' | 'swap' | 'revoke'
  /** Whole units, decimal text: for display only. */
  amount: string
  symbol: string
  bought: { symbol: string; decimals: number; address?: string; minimum: string }
  /** Contract of the sold token, and who may take it, of an approval. */
  token?: string
  spender?: string
  /** The contract that was called. */
  to: string
  /** ms since 1970. */
  at: number
  status: SubmissionStatus['status'] | 'unanswered'
  /** Hash, where it is known. */
  hash?: string
  /** The amount that really arrived, in the smallest unit of the bought token, decimal text: from the chain. */
  received?: string
  link?: string
}

/** Data that could not be read, is being read, or is there. */
export type Reading = 'unread' | 'loading' | 'ready' | 'failed'

export interface SwapState {
  phase: Phase
  /** Whether swaps are offered for the account and the network in use. */
  isOffered: boolean
  from: SwapToken | undefined
  to: SwapToken | undefined
  /** As the visitor typed it. */
  typed: string
  /** Smallest unit of `from`. */
  amount: bigint | undefined
  /** Message key of the problem with the amount. */
  amountProblem: string | undefined
  /** Of the native coin, smallest unit: what is missing for the fee. */
  missing: bigint | undefined
  /** Percent. */
  slippage: number
  tokens: readonly SwapToken[]
  tokensRead: Reading
  /** By the address in small letters; `native` for the native coin. Smallest unit. */
  balances: Readonly<Record<string, bigint>>
  /** US dollars for one whole unit, by the same key. */
  prices: Readonly<Record<string, number>>
  quote: SwapQuote | undefined
  /** The network's fee of the quote, in the native coin. */
  fee: Amount | undefined
  /** Loss of value, percent. `undefined`: a price is missing. */
  loss: number | undefined
  /** When the quote is renewed, ms since 1970. */
  renewsAt: number | undefined
  review: SwapReview | undefined
  /** The wallet has sent the swap. */
  isSent: boolean
  /** An approval was mined, and the swap has not used it. */
  leftover: { token: SwapToken; spender: string; amount: bigint } | undefined
  error: unknown
  /** The newest first. */
  sent: readonly SwapRecord[]
  /** Id of the record of the swap that is waited for, or that ended. */
  current: string | undefined
}

/** The plugin's API: `kernel.plugins.swap`, and the `api` of its views. */
export interface SwapApi {
  readonly state: Observable<SwapState>
  /** Whether swaps are offered for the account and the network in use. */
  canSwap(): boolean
  /**
   * Reads tokens, balances and prices, and fills in what is given. `from` and `to` are addresses of
   * contracts, or `native`; `amount` is decimal text in whole units.
   * @throws `swap.unsupported_network`
   */
  start(given?: { from?: string; to?: string; amount?: string }): Promise<void>
  /** A view is shown, or is no longer. */
  watch(): () => void
  setToken(side: 'from' | 'to', token: SwapToken): void
  setAmount(text: string): void
  /** @param percent above 0 and at most 50 */
  setSlippage(percent: number): void
  flip(): void
  /** Fills in everything, less what gas costs. */
  max(): Promise<void>
  /** Asks for a new price. */
  refresh(): void
  /** Has the swap built and checked, and shows the review. */
  review(): void
  /** Takes a price that became worse. */
  accept(): void
  /** Agrees: it is checked once more, and the wallet is asked. */
  confirm(): void
  /** No longer waits for the wallet. */
  stopWaiting(): void
  /** Back to the form. */
  leave(): void
  /** Takes back an approval that was left over. */
  revoke(): Promise<void>
  /** A token that nobody lists, by its address. @throws where there is no token */
  lookUp(address: string): Promise<SwapToken>
  /** Adds a token to the list of this browser. */
  importToken(token: SwapToken): void
  /** The price of a unit of gas, in wei. @throws `swap.unsupported_gas_network` */
  gasPrice(network: Caip2): Promise<bigint>
  dismiss(id: string): void
  show(view: 'swap.token', params: { side: 'from' | 'to' }): void
  show(view: 'Swap' | 'swap.review' | 'swap.slippage' | 'swap.sent'): void
  back(): void
}
