import type {
  AdapterRegistration,
  Caip2,
  ChainAdapter,
  Namespace,
  Network,
  Transfer,
} from '@latchkey/plugin-api'
import type { Lookalike, Receiver } from '../api.js'

/** An address that the visitor may take another one for. */
export type KnownAddress = Pick<Lookalike, 'from' | 'name'> & { address: string }

/** What a receiver's text is read with. */
export interface ReceiverContext {
  /** Where it is to be sent. */
  network: Network
  /** All that are configured, to name the one that an address is of. */
  networks: readonly Network[]
  /** All that are installed, to recognise their addresses. */
  registrations: readonly AdapterRegistration[]
  /** Loads an adapter once. */
  adapter(namespace: Namespace): Promise<ChainAdapter>
  /** Own accounts, contacts, and receivers of before, in the adapter's spelling. */
  known: readonly KnownAddress[]
  /** Ends a name's lookup. */
  signal?: AbortSignal
}

/** What a payment URI asks for beside the receiver: a suggestion that the visitor may change. */
export interface PaymentRequest {
  /** Contract or mint in the adapter's spelling. Absent: the native currency. */
  token?: string
  /** Base units (EIP-681), or whole units as decimal text with a point (BIP-21, Solana Pay). Absent: the visitor says how much. */
  amount?: { base: bigint } | { whole: string }
  /** What the receiver calls itself: untrusted, for words only. */
  label?: string
  message?: string
}

/** What a payment has to take along, for the receiver to know it by. */
export type Carried = Pick<Transfer, 'memo' | 'references'>

/** What a text in the receiver's field turned out to be. */
export interface Reading {
  /** `empty`, `ok` or `refused`, never `checking`. `isFirst` and `isOwn` by {@link ReceiverContext.known}; `isLookalikeAccepted` is false. */
  receiver: Receiver
  /** The name that was looked up. */
  name?: string
  imageUrl?: string
  /** Set for a payment URI alone. */
  request?: PaymentRequest
}

/** Why a text was refused: a message key with its parameters. */
export interface Refusal {
  problem: string
  params?: Readonly<Record<string, string>>
}

/** What a payment URI says, before any address in it is checked. */
export interface PaymentUri {
  namespace: Namespace
  /** An address or a name. */
  target: string
  network?: Caip2
  token?: string
  amount?: PaymentRequest['amount']
  label?: string
  message?: string
  /** What the receiver relies on: a payment that cannot carry it is refused. Addresses are not checked yet. */
  carried?: Carried
}
