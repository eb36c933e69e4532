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

/** Something that the account can send. */
export interface SendToken {
  /** Contract, mint or denom. Absent: the native currency. */
  address?: string
  name: string
  symbol: string
  quantity: {
    decimals: number
    /** What the account holds, in whole units, decimal text. */
    numeric: string
  }
  /** US dollars for one whole unit, decimal text. Absent: nobody told. */
  price?: string
  iconUrl?: string
}

/** A known address that another one looks like, to be mistaken for it. */
export interface Lookalike {
  /** The known address. */
  known: string
  /** Where it is known from. */
  from: 'history' | 'contact' | 'account'
  /** Name of the contact or account. */
  name?: string
  /** Places in the receiver's address at which the two differ: half-open ranges of UTF-16 units. */
  differences: readonly (readonly [start: number, end: number])[]
}

/** What is known of the text in the receiver's field. */
export type Receiver =
  | { status: 'empty' }
  /** A name is being looked up. */
  | { status: 'checking' }
  | {
      status: 'ok'
      /** In the adapter's spelling. */
      address: string
      /** Nothing was ever sent there from this site. */
      isFirst: boolean
      /** One of the visitor's own accounts. */
      isOwn: boolean
      /** Name of the contact whose address this is. */
      contact?: string
      /** Blocks sending until {@link SendApi.acceptLookalike}. */
      lookalike?: Lookalike
      isLookalikeAccepted: boolean
      /** What the payment link has the payment take along (Solana Pay): a text for everybody to read, and addresses by which the receiver finds it. */
      carried?: Pick<Transfer, 'memo' | 'references'>
    }
  /** `problem` is a message key, `params` its parameters: wrong checksum, unknown name, an address of another chain. */
  | { status: 'refused'; problem: string; params?: Readonly<Record<string, string>> }

export type Fee =
  | { status: 'unknown' }
  | { status: 'loading' }
  | {
      status: 'known'
      amount: Amount
      /** What must stay in the account beside it, base units of the same. */ reserve?: bigint
    }
  | { status: 'failed' }

/** What the visitor is about to agree to: made of the very request that the wallet gets. */
export interface Review {
  account: ConnectedAccount
  network: Network
  token: SendToken
  /** Base units of the token. */
  amount: Amount
  /** US dollars, decimal text, where a price is known. */
  worth?: string
  receiver: string
  /** The name that was looked up, or that of the contact. */
  receiverName?: string
  /** Nothing was ever sent there from this site, and it is no contact's. */
  isFirst: boolean
  /** The wallet has not answered yet to a payment of the same to the same. */
  isRepeat?: boolean
  /** Network fee as estimated; absent: not known. */
  fee?: Amount
  /** Amount and fee together, where both are in the native currency. */
  total?: Amount
  /** What the account lacks of the native currency for all of that, as the fee is now. The wallet may know better. */
  missing?: Amount
  /** The request in the words of the adapter. Absent: nobody can read it. */
  description?: Description
  method: string
  params: unknown
}

/** A transaction that was sent from here. How it ends is said by a toast, and here until it is dismissed or the page is left. */
export interface SentTransaction extends Submission {
  network: string
  account: string
  receiver: string
  /** Whole units, decimal text, with symbol: for words only. */
  amount: string
  symbol: string
  /** ms since 1970. */
  at: number
  /** `unanswered`: the wallet has been asked and has not said whether it sends it; `id` is of the request then, and `kind` is `request`. */
  status: SubmissionStatus['status'] | 'unanswered'
  /** What took its place, or the transaction that the wallet's calls became. */
  transaction?: string
  /** Where it can be looked up, https. Absent: the network names no explorer. */
  link?: string
}

/** Everything that the form knows. The first nine are the specification's. */
export interface SendState {
  token: SendToken | undefined
  /** As the visitor typed it, in {@link SendState.unit}. */
  sendTokenAmount: string | undefined
  /** The field's text. */
  receiverAddress: string | undefined
  receiverProfileImageUrl: string | undefined
  receiverProfileName: string | undefined
  /** Worth of all tokens of the network, decimal text. */
  networkBalanceInUSD: string | undefined
  tokenBalances: readonly SendToken[]
  loading: boolean
  /** When reading the balances last failed, ms since 1970: they are not read again within 30 s, nor is it said again. */
  lastRetry: number | undefined
  /** In what the amount is typed. `fiat` only where the token has a price. */
  unit: 'token' | 'fiat'
  /** Base units of the token. Absent: nothing typed, or no amount. */
  value: bigint | undefined
  /** Message key of what is wrong with the amount: `send.amountInvalid`, `send.amountDecimals`, `send.amountZero`, `send.amountTooMuch`, `send.feeTooMuch` where it leaves too little for the fee, or `send.mustStay` for what the network or the wallet wants left. */
  amountProblem: string | undefined
  receiver: Receiver
  /** Whom the visitor knows on this network, by the option `contacts` and the point `send.contacts`, in the adapter's spelling. Read by {@link SendApi.load}. */
  contacts?: readonly { readonly name: string; readonly address: string }[]
  /** Chain family of the account in use. */
  namespace?: string
  /** Whether names are looked up where it is sent, as the adapter says among its abilities. */
  takesNames?: boolean
  fee: Fee
  /** Set while a request waits for the visitor, until {@link SendApi.confirm} or {@link SendApi.decline}; the wallet is asked after that, while `loading` is true. */
  review: Review | undefined
  /** Set by a send that failed, until the form changes. */
  error: unknown
  /** Newest first, until dismissed; of those that ended, only what ended on this page. */
  sent: readonly SentTransaction[]
}

/** `kernel.plugins.send`, and what the views are given. */
export interface SendApi {
  readonly state: Observable<SendState>
  /** Whether the account in use can send: its namespace is among `namespaces` and its adapter has the ability. */
  canSend(): boolean
  /** Reads what the account holds: call it when the form is shown. Does nothing within 30 s of a failure, which is in the state (`lastRetry`) and said by a toast; never rejects. */
  load(): Promise<void>
  setToken(token: SendToken | undefined): void
  setAmount(text: string): void
  /** Turns the amount between the token and US dollars. */
  setUnit(unit: SendState['unit']): void
  /** An address, a name, a CAIP-10 account or a payment URI (EIP-681, BIP-21, Solana Pay), which also fills in token and amount. */
  setReceiver(text: string): void
  /** The visitor saw that the address only looks like a known one, and means it. */
  acceptLookalike(): void
  /** All that can be sent: the fee is left where it is paid of the same. */
  max(): Promise<void>
  /**
   * Builds the transaction, holds it as `state.review` until {@link SendApi.confirm} or {@link SendApi.decline}, and has the wallet send it.
   * Where the modal is open the view `send.review` is pushed in the same task; leaving it before `confirm`, or closing the modal, declines. Where it is closed, whoever calls draws the review.
   * @throws `send.incomplete`, `send.token_missing`, `send.unsupported_chain`, `send.receiver_refused`, `send.amount_refused`, `wallet.*`, `kernel.aborted`, `rpc.*`
   */
  send(): Promise<SentTransaction>
  confirm(): void
  decline(): void
  /**
   * The visitor waits for the wallet no longer: the form is free, and empty. The wallet may still send it: until it answers, it is in `state.sent` as `unanswered`, and the promise of `send` is open.
   * Declines where the visitor has not agreed yet.
   */
  stopWaiting(): void
  /** Clears the form; what the account holds stays. */
  reset(): void
  /** Takes a transaction out of `state.sent`, and no longer watches it after a reload. */
  dismiss(id: string): void
  /** Shows what can be sent, who can be sent to, or what was sent. */
  show(view: 'send.token' | 'send.contacts' | 'send.sent'): void
  /** One view back. */
  back(): void
}
