import type {
  AdapterRegistration,
  Caip2,
  ChainAdapter,
  Namespace,
  Network,
  Transfer,
} from '@latchkey/plugin-api'
import type { KnownAddress } from '@latchkey/plugin-api/lookalike'
import type { Receiver } from '../api.js'

/** Everything that reading a receiver's text needs. */
export interface ReceiverContext {
  /** The network of the payment. */
  network: Network
  /** All configured networks, to name the one that an address belongs to. */
  networks: readonly Network[]
  /** All installed chain families, to recognise their addresses. */
  registrations: readonly AdapterRegistration[]
  /** Loads an adapter once. */
  adapter(namespace: Namespace): Promise<ChainAdapter>
  /** Own accounts, contacts and past receivers, in the adapter's spelling. */
  known: readonly KnownAddress[]
  /** The names that lead to own accounts, asked for where the receiver is a name. Never rejects. */
  ownNames?(): Promise<readonly KnownAddress[]>
  /** Ends the lookup of a name. */
  signal?: AbortSignal
}

/**
 * The payment that a URI asks for, without its receiver: a suggestion that the visitor may change.
 */
export interface PaymentRequest {
  /** Contract or mint in the adapter's spelling. Absent: the native currency. */
  token?: string
  /**
   * Base units (EIP-681), or whole units as decimal text with a point (BIP-21, Solana Pay). Absent:
   * the visitor decides.
   */
  amount?: { base: bigint } | { whole: string }
  /** A name that the link's author chose: untrusted, for display only. */
  label?: string
  message?: string
}

/** Data that the payment must carry so that the receiver recognises it. */
export type Carried = Pick<Transfer, 'memo' | 'references'>

/** The result of reading the receiver's field. */
export interface Reading {
  /**
   * `empty`, `ok` or `refused`, never `checking`. `isFirst` and `isOwn` follow from {@link
   * ReceiverContext.known}; `isLookalikeAccepted` is false.
   */
  receiver: Receiver
  /** The name that was looked up. */
  name?: string
  imageUrl?: string
  /** The place that knew the name, where the plugin `names` looked it up. */
  source?: string
  /** Set only for a payment URI. */
  request?: PaymentRequest
}

/** Why a text was refused: a message key with its parameters. */
export interface Refusal {
  problem: string
  params?: Readonly<Record<string, string>>
}

/** The content of a payment URI, before any address in it is checked. */
export interface PaymentUri {
  namespace: Namespace
  /** An address or a name. */
  target: string
  network?: Caip2
  token?: string
  amount?: PaymentRequest['amount']
  label?: string
  message?: string
  /**
   * Data that the receiver relies on: a chain that cannot carry it refuses the link. Addresses are
   * not checked yet.
   */
  carried?: Carried
}
