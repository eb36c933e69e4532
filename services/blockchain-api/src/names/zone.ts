import { type Hex } from 'viem'

/** A name of ENS that the host owns, as it was read from the options. */
export interface Zone {
  /** `shop.eth` */
  name: string
  signerKey: Hex
  /** Small letters. */
  resolvers: ReadonlySet<string>
  /** Of labels, the key that those have in common that look alike. */
  reserved: ReadonlySet<string>
  perAddress: number
  isClosed: boolean
}

/** By their names. */
export type Zones = ReadonlyMap<string, Zone>
