import type { Caip2 } from '@latchkey/plugin-api'
import type { SwapTransaction } from '@latchkey/backend'

/** Asks one node of the network. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * A problem of a swap that a source has built. `chain`, `tokens`, `amount`, `account`, `value`,
 * `router`, `spender`, `approval`: a field is another one than agreed. `recipient`, `minimum`,
 * `deadline`, `unread`: the call of the router. `reverts`, `leaves`, `arrives`, `allowance`: what the
 * network's own node says that it does. `nodes`: two nodes of the network do not say the same, or one
 * answers nonsense. `expired`: the quote is too old.
 */
export type ProofProblem =
  | 'chain'
  | 'tokens'
  | 'amount'
  | 'account'
  | 'value'
  | 'router'
  | 'spender'
  | 'approval'
  | 'recipient'
  | 'minimum'
  | 'deadline'
  | 'unread'
  | 'expired'
  | 'reverts'
  | 'leaves'
  | 'arrives'
  | 'allowance'
  | 'nodes'

/** The swap that the visitor wants. */
export interface WantedSwap {
  chainId: Caip2
  account: string
  /** Contract of the sold token. `undefined`: the native coin. */
  from: string | undefined
  to: string | undefined
  amount: bigint
  /** Percent. */
  slippage: number
}

/** Contracts that may be called and approved on the network. */
export interface KnownContracts {
  /** Routers of Uniswap, by our own data. Their calls must be understood. */
  readonly uniswap: readonly string[]
  /** Routers and spenders that the host names. */
  readonly host: readonly string[]
}

/** A swap as a source built it, with the approvals that go before it. */
export interface BuiltDeal {
  quote: {
    from: string
    to: string
    fromAmount: bigint
    toAmount: bigint
    minimum: bigint
    spender: string | null
    router: string
    expires: number
  }
  /** As the source built it. */
  tx: SwapTransaction
  approvals: readonly SwapTransaction[]
  /** The call that hands a signed permit to the token (EIP-2612). It takes the place of the approvals. */
  permit?: string
}

/** The effects of the transactions, as the node of the network says. */
export interface Simulated {
  /** Smallest units of the sold token. */
  leaves: bigint
  /** Smallest units of the bought token. */
  arrives: bigint
  /** Units of gas of all transactions. */
  gas: bigint
  /** Of the block that was made up for it, seconds since 1970. */
  timestamp: bigint
}

/** The knowledge of the swap before the wallet opens. */
export interface Proof extends Partial<Simulated> {
  /** Nodes that were asked; 0: none of them can say it. */
  checkedBy: 0 | 1 | 2
  /** The minimum was read from the call itself. */
  isRead: boolean
}
