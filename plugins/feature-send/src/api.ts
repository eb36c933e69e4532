import type {
  Amount,
  ConnectedAccount,
  Description,
  Network,
  Observable,
  Submission,
  SubmissionStatus,
  Transfer,
} from '@latchkey/plugin-api'
import type { Lookalike } from '@latchkey/plugin-api/lookalike'
import type { SimilarName } from './receiver/similarName.js'

/** A token, or the native currency, that the account can send. */
export interface SendToken {
  /** Contract, mint or denom. Absent: the native currency. */
  address?: string
  name: string
  symbol: string
  quantity: {
    decimals: number
    /** The balance in whole units, decimal text. */
    numeric: string
  }
  /** US dollars for one whole unit, decimal text. Absent: not known. */
  price?: string
  iconUrl?: string
  /**
   * An NFT of the collection `address`, of which `quantity` says how many pieces the account has.
   * `name` has it in words: `Cats #7`.
   */
  nft?: NonNullable<Transfer['nft']>
}

/** Everything that is known about the text in the receiver's field. */
export type Receiver =
  | { status: 'empty' }
  /** A name is being looked up. */
  | { status: 'checking' }
  | {
      status: 'ok'
      /** In the adapter's spelling. */
      address: string
      /** This site has no record of a payment to it. */
      isFirst: boolean
      /** One of the visitor's own accounts. */
      isOwn: boolean
      /** Name of the contact whose address this is. */
      contact?: string
      /** Blocks sending until {@link SendApi.acceptLookalike}. */
      lookalike?: Lookalike
      /**
       * The name that was looked up only looks like this one, which the visitor knows under another
       * address. Blocks sending as a look-alike does.
       */
      similarName?: SimilarName
      isLookalikeAccepted: boolean
      /**
       * Data of a payment link (Solana Pay) that the payment carries: a memo, which everybody can
       * read, and addresses by which the receiver finds the payment.
       */
      carried?: Pick<Transfer, 'memo' | 'references'>
    }
  /**
   * `problem` is a message key, `params` its parameters: wrong checksum, unknown name, an address
   * of another chain.
   */
  | { status: 'refused'; problem: string; params?: Readonly<Record<string, string>> }

export type Fee =
  | { status: 'unknown' }
  | { status: 'loading' }
  | {
      status: 'known'
      amount: Amount
      /** The amount that must stay in the account beside the fee, in base units of that currency. */
      reserve?: bigint
      /** An NFT would go to a contract. */
      isToContract?: boolean
    }
  | { status: 'failed' }

/**
 * The payment that the visitor is asked to agree to, made of the very request that the wallet gets.
 */
export interface Review {
  account: ConnectedAccount
  network: Network
  token: SendToken
  /** Base units of the token. */
  amount: Amount
  /** US dollars, decimal text, where a price is known. */
  worth?: string
  receiver: string
  /** The name that was looked up, or the contact's name. */
  receiverName?: string
  /** This site has no record of a payment to it, and it is not a contact's. */
  isFirst: boolean
  /** An NFT goes to a contract, out of which it may never come again. */
  isToContract?: boolean
  /** The wallet still has an unanswered request for the same payment to the same receiver. */
  isRepeat?: boolean
  /** Network fee as estimated. Absent: not known. */
  fee?: Amount
  /** Amount and fee together, where both are in the native currency. */
  total?: Amount
  /**
   * The native currency that the account lacks for amount and fee, as the fee is now. The wallet
   * may know better.
   */
  missing?: Amount
  /** The request in the words of the adapter. Absent: the adapter cannot read it. */
  description?: Description
  method: string
  params: unknown
}

/**
 * A transaction that was sent from this site. A toast announces its end, and it stays here until it
 * is dismissed or the page is left.
 */
export interface SentTransaction extends Submission {
  network: string
  account: string
  receiver: string
  /** Whole units, decimal text: for display only. */
  amount: string
  symbol: string
  /** An NFT in words, shown in the place of amount and symbol: `Cats #7`, `3 × Swords #2`. */
  item?: string
  /** ms since 1970. */
  at: number
  /**
   * `unanswered`: the wallet has been asked and has not said whether it sends it. Then `id` is the
   * request's, and `kind` is `request`.
   */
  status: SubmissionStatus['status'] | 'unanswered'
  /** The transaction that replaced it, or that the wallet's calls became. */
  transaction?: string
  /** Its https address in the network's explorer. Absent: the network names none. */
  link?: string
}

/** The state of the form. The first nine members are the specification's. */
export interface SendState {
  token: SendToken | undefined
  /** As the visitor typed it, in {@link SendState.unit}. */
  sendTokenAmount: string | undefined
  /** The field's text. */
  receiverAddress: string | undefined
  receiverProfileImageUrl: string | undefined
  receiverProfileName: string | undefined
  /**
   * The place that knew the name, where the plugin `names` looked it up: `own` for the site itself,
   * `ens`, or the id of a source of the point `names.sources`.
   */
  receiverNameSource?: string | undefined
  /** The value of all tokens on the network in US dollars, decimal text. */
  networkBalanceInUSD: string | undefined
  tokenBalances: readonly SendToken[]
  loading: boolean
  /**
   * The time of the last failure to read the balances, ms since 1970. They are not read again
   * within 30 s, nor is the failure announced again.
   */
  lastRetry: number | undefined
  /** The unit of the typed amount. `fiat` (US dollars) only where the token has a price. */
  unit: 'token' | 'fiat'
  /** Base units of the token. Absent: nothing is typed, or not an amount. */
  value: bigint | undefined
  /**
   * Message key of the problem with the amount: `send.amountInvalid`, `send.amountDecimals`,
   * `send.amountZero`, `send.amountTooMuch`, `send.feeTooMuch` where it leaves too little for the
   * fee, or `send.mustStay` where the network or the wallet wants more left.
   */
  amountProblem: string | undefined
  receiver: Receiver
  /**
   * The visitor's contacts on this network, of the option `contacts` and the point `send.contacts`,
   * in the adapter's spelling. Read by {@link SendApi.load}.
   */
  contacts?: readonly { readonly name: string; readonly address: string }[]
  /** Chain family of the account in use. */
  namespace?: string
  /**
   * Whether receivers may be names: the adapter has the ability `nameLookup`, or the plugin `names` is
   * installed.
   */
  takesNames?: boolean
  fee: Fee
  /**
   * Set while a request waits for the visitor, until {@link SendApi.confirm} or {@link
   * SendApi.decline}. The wallet is asked after that, while `loading` is true.
   */
  review: Review | undefined
  /** The error of a payment that failed, until the form changes. */
  error: unknown
  /** Newest first, until dismissed. Of ended transactions only those that ended on this page. */
  sent: readonly SentTransaction[]
}

/** The plugin's API: `kernel.plugins.send`, and the `api` of its views. */
export interface SendApi {
  readonly state: Observable<SendState>
  /**
   * Whether the account in use can send: its adapter has the ability, and its namespace is offered
   * (`SendOptions.namespaces`).
   */
  canSend(): boolean
  /**
   * Reads the balances: call it when the form is shown. Does nothing within 30 s of a failure,
   * which is in the state (`lastRetry`) and announced by a toast. Never rejects.
   */
  load(): Promise<void>
  setToken(token: SendToken | undefined): void
  setAmount(text: string): void
  /** Converts the amount between the token and US dollars. */
  setUnit(unit: SendState['unit']): void
  /**
   * Sets the receiver: an address, a name, a CAIP-10 account or a payment URI (EIP-681, BIP-21,
   * Solana Pay), which also fills in token and amount.
   */
  setReceiver(text: string): void
  /** The visitor has compared the two addresses, and means the entered one. */
  acceptLookalike(): void
  /** Fills in the largest amount. The fee is left, where it is paid in the same currency. */
  max(): Promise<void>
  /**
   * Builds the transaction, holds it as `state.review` until {@link SendApi.confirm} or {@link
   * SendApi.decline}, and has the wallet send it.
   * Where the modal is open the view `send.review` is pushed in the same task; leaving it before
   * `confirm`, or closing the modal, declines. Where it is closed, the caller draws the review.
   * @throws `send.incomplete`, `send.token_missing`, `send.unsupported_chain`,
   * `send.receiver_refused`, `send.amount_refused`, `wallet.*`, `kernel.aborted`, `rpc.*`
   */
  send(): Promise<SentTransaction>
  confirm(): void
  decline(): void
  /**
   * Stops waiting for the wallet: the form becomes free and empty. The wallet may still send: until
   * it answers, the payment is in `state.sent` as `unanswered`, and the promise of `send` is
   * pending. Declines where the visitor has not agreed yet.
   */
  stopWaiting(): void
  /** Clears the form. The balances stay. */
  reset(): void
  /** Removes a transaction from `state.sent`, and stops watching it after a reload. */
  dismiss(id: string): void
  /** Shows the list of tokens, of contacts, or of sent transactions. */
  show(view: 'send.token' | 'send.contacts' | 'send.sent'): void
  /** Goes one view back. */
  back(): void
}
