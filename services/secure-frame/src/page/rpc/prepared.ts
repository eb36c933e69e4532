import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import type { Catalogue, Description, Network } from '@latchkey/plugin-api'
import type { PrivateKeys } from '../../keys/derive.js'
import type { AskNode } from './node.js'

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
  /** The amount that the account lacks, in whole coins with the symbol. */
  missing?: string
  /** Signs, and sends where the method sends. */
  run: (use: UseKeys) => Promise<JsonValue>
}
/** Signs with the key of the wallet, synchronously and nowhere else. */
export type UseKeys = <T>(sign: (keys: PrivateKeys) => T) => T

/** All that a request is read with. */
export interface Reading {
  network: Network
  account: string
  /** Host of the page that asks. */
  host: string
  lang: string
  node: AskNode
}
