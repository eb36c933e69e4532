import { type Hex, getAddress, isAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { invalidOption } from '../errors.js'
import { isLabel, isNormal, nameKeyOf } from './rules.js'
import { type Zone, type Zones } from './zone.js'

/** A name of ENS that the host owns, and below which it gives out names. */
export interface ZoneOptions {
  /**
   * Private key that signs the answers to ENS clients, 0x and 64 hex digits. It signs nothing else and
   * holds no money. A resolver on the chain believes its address.
   */
  signerKey: Hex
  /** Addresses of the `GatewayResolver`s of this zone. Absent: the gateway answers for none of them. */
  resolvers?: readonly string[]
  /** Labels that nobody gets: `['admin', 'support']`. Those that look like them are kept as well. */
  reserved?: readonly string[]
  /** Names that one address may have. Absent: 1. */
  perAddress?: number
  /** Gives out no new names; those that were given out stay. */
  closed?: boolean
}

export interface NamesOptions {
  /** By the name: `{ 'shop.eth': { signerKey } }`. */
  zones?: Readonly<Record<string, ZoneOptions>>
  /** Tries to register, change or leave, of one IP address in a day. Absent: 50. */
  triesPerDay?: number
  /** Where names of ENS are read that no zone here has. Absent: `eip155:1`, where it is configured. */
  ens?: {
    /** CAIP-2 id of a configured chain. */
    chain: string
    /** Absent: the universal resolver of Ethereum (ENSIP-23). */
    universalResolver?: string
  }
}

const TRIES_PER_DAY = 50

/** @throws BlockchainApiError `blockchain-api.invalid_option` */
export function readTries({ triesPerDay = TRIES_PER_DAY }: NamesOptions): number {
  if (Number.isSafeInteger(triesPerDay) && triesPerDay >= 1) return triesPerDay
  throw invalidOption('triesPerDay of names must be a whole number of 1 or more.')
}

/** @throws BlockchainApiError `blockchain-api.invalid_option` */
export const readZones = ({ zones = {} }: NamesOptions): Zones =>
  new Map(Object.entries(zones).map(([name, options]) => [name, readZone(name, options)]))

const readZone = (name: string, options: ZoneOptions): Zone => {
  const { resolvers = [], reserved = [], perAddress = 1, closed = false } = options
  if (!isNormal(name) || !name.includes('.'))
    throw invalidOption(`A zone of names must be a name of ENS, as shop.eth. It is "${name}".`)
  if (!resolvers.every((address) => isAddress(address)))
    throw invalidOption(`The resolvers of the zone ${name} must be addresses.`)
  const wrong = reserved.find((label) => !isLabel(label))
  if (wrong !== undefined)
    throw invalidOption(`"${wrong}" cannot be a name below ${name}, so it need not be reserved.`)
  if (!Number.isSafeInteger(perAddress) || perAddress < 1)
    throw invalidOption(`perAddress of the zone ${name} must be a whole number of 1 or more.`)
  checkKey(name, options.signerKey)
  return {
    name,
    signerKey: options.signerKey,
    resolvers: new Set(resolvers.map((address) => address.toLowerCase())),
    reserved: new Set(reserved.map(nameKeyOf)),
    perAddress,
    isClosed: closed,
  }
}

/** The key itself is in no message. */
const checkKey = (zone: string, key: Hex): void => {
  try {
    getAddress(privateKeyToAddress(key))
  } catch {
    throw invalidOption(`signerKey of the zone ${zone} must be a key: 0x and 64 hex digits.`)
  }
}
