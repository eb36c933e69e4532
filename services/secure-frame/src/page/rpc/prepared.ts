import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import type { Hex } from 'viem'
import type { Catalogue, Description, Network } from '@latchkey/plugin-api'
import type { PrivateKeys } from '../../keys/derive.js'
import type { Texts } from '../translations/en.js'
import type { AskNode } from './node.js'
import type { SignedNonces } from './signedNonces.js'

/** The outcome of a simulation by the operator's node. */
export interface Outcome {
  /** Things that leave the account, each in words: `1.5 ETH`, `2 TKN (0x…)`. The fee is apart. */
  leaves: readonly string[]
  arrives: readonly string[]
  /** Whether the node followed everything, also what moves inside of calls. */
  isWhole: boolean
  /** Why the request would fail, in the node's words. */
  failure?: string
}

/** A request read whole: the object that is shown is the object that is signed. */
export interface Prepared {
  network: Network
  /** The address that signs. */
  account: string
  /** `undefined`: it cannot be put into words and is shown raw. */
  description: Description | undefined
  /** The texts of the description's keys. */
  texts: Catalogue
  /** The signed object, for the raw view. */
  raw: string
  /** The most that the network can take, in whole coins with the symbol. */
  fee?: string
  /** The amount that the account lacks, in whole coins with the symbol: it cannot be approved then. */
  missing?: string
  /** Absent where nothing is carried out: a message is signed. */
  outcome?: Outcome
  /** A sentence of warning about the request as a whole. */
  warning?: keyof Texts
  /**
   * Whether what was shown can still be signed, asked after the click. Where not, the request is read
   * and shown anew. Absent: always.
   */
  isCurrent?: () => Promise<boolean>
  /** The one who pays the fee; without a name the account itself. Absent: no one else could. */
  payer?: { name?: string }
  /** It cannot be approved: it would fail. */
  isBlocked?: boolean
  /**
   * Draws a form by which the person allows less than what was asked for. Absent: it is taken as it is.
   * @param use gets the request that takes the place of this one
   * @param onEdit hears whether a field has another value than the card shows: it cannot be approved then
   */
  lower?: (
    page: Document,
    use: (lowered: Prepared) => void,
    onEdit: (isEdited: boolean) => void,
  ) => HTMLElement
  /** Signs, and sends where the method sends. */
  run: (step: Step) => Promise<JsonValue>
  /** Waits for the answer of a request that was carried out, when nothing is shown any more. */
  finish?: () => Promise<JsonValue>
}
/** Signs with the key of the wallet, synchronously and nowhere else. */
export type UseKeys = <T>(sign: (keys: PrivateKeys) => T) => T

/** All that a request is carried out with. */
export interface Step {
  use: UseKeys
  /**
   * Has the person decide what to do about a node that is away.
   * @returns whether to try again; otherwise they gave it up
   */
  askRetry: (error: unknown) => Promise<boolean>
  /**
   * It may be carried out from now on: nobody can take the request back any more.
   * @throws FrameError 4001 where it was taken back before: it is handed to nobody then
   */
  submitted: () => void
}

/** All that a request is read with. */
export interface Reading {
  network: Network
  account: string
  /** Origin of the page that asks. */
  origin: string
  /** Host of that page. */
  host: string
  lang: string
  node: AskNode
  nonces: SignedNonces
  /** The visitor's smart account, where networks have them. */
  smart?: string
  /** The other account of the visitor on EVM, where there is one. */
  other?: string
  /** Makes the account's signature of that of its owner. Absent: the key's own is one. */
  wrap?: (signature: Hex) => Hex
}
