import { type Refusal, badInput, refusal } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import type * as v from 'valibot'
import { type Hex } from 'viem'
import { readAddress } from '../accounts.js'
import { type Chains } from '../chains.js'
import { type FindSigner } from '../signatures.js'
import { type NameRow, type Store } from '../store/store.js'
import { chainOfCoinType } from './coinTypes.js'
import { CHANGE, LEAVING, readMessage, REGISTRATION } from './messages.js'
import { labelsLike, nameKeyOf, readZoneName, type ZoneName } from './rules.js'
import { type SignedBody } from './schemas.js'
import { type Zone, type Zones } from './zone.js'

/** The names that this service gives out. */
export interface Registry {
  readonly zones: Zones
  find(name: ZoneName): Promise<NameRow | undefined>
  /** Newest first, 100 at most. */
  ofAddress(address: string): Promise<readonly NameRow[]>
  /** Names of a zone that are free, 10 at most, near to what was typed. */
  suggest(zone: Zone, typed: string): Promise<string[]>
  /** @throws Refusal 400, 401, 403, 409, 429, 503 @returns the name */
  register(body: SignedBody, http: Context): Promise<string>
  /** Sets what the owner says of a name. @throws Refusal 400, 401, 403, 404, 429, 503 */
  change(name: string, body: SignedBody, http: Context): Promise<string>
  /** Gives a name back. @throws Refusal 400, 401, 403, 404, 429, 503 */
  release(name: string, body: SignedBody, http: Context): Promise<string>
}

export interface RegistryParts {
  /** Absent: names are not given out here. */
  zones: Zones | undefined
  names: Store['names']
  chains: Chains
  findSigner: FindSigner
  /** @throws Refusal 429 */
  countTry(http: Context): Promise<void>
  now(): number
}

const DAY_SECONDS = 86_400
/** A name that was left is nobody's for so long, so that no payment goes to its next owner. */
const REST_MS = 30 * DAY_SECONDS * 1000
const MAX_NAMES = 100
const MAX_SUGGESTIONS = 10

export function createRegistry(parts: RegistryParts): Registry {
  const { names } = parts
  const zones: Zones = parts.zones ?? new Map<string, Zone>()
  const suggest: Registry['suggest'] = (zone, typed) => suggestNames(parts, zone, typed)
  return {
    zones,
    find: ({ zone, label }) => names.find(zone.name, label),
    // The names of a zone that is not the host's any more may lead elsewhere by now.
    ofAddress: async (address) =>
      zones.size === 0
        ? []
        : (await names.ofAddress(address, MAX_NAMES)).filter(({ zone }) => zones.has(zone)),
    suggest,
    register: (body, http) => register(parts, zones, body, http),
    ...createOwnerChanges(parts, zones),
  }
}

const suggestNames = async (
  { names, now }: RegistryParts,
  zone: Zone,
  typed: string,
): Promise<string[]> => {
  const labels = labelsLike(withoutZone(typed, zone)).filter(
    (label) => !zone.reserved.has(nameKeyOf(label)),
  )
  if (labels.length === 0) return []
  const blocked = await names.blocked(zone.name, labels.map(nameKeyOf), now() - REST_MS)
  return labels
    .filter((label) => !blocked.has(nameKeyOf(label)))
    .slice(0, MAX_SUGGESTIONS)
    .map((label) => `${label}.${zone.name}`)
}

const register = async (
  parts: RegistryParts,
  zones: Zones,
  body: SignedBody,
  http: Context,
): Promise<string> => {
  const { names, now } = parts
  requireOpen(zones)
  const { name: text, timestamp } = readMessage(REGISTRATION, body.message, now())
  const { zone, label, name } = readZoneName(zones, text)
  if (zone.isClosed) throw refusal(403, 'zone', `No new names of ${zone.name} are given out.`)
  const refuse = async (why: keyof typeof TAKEN): Promise<Refusal> =>
    withSuggestions(refusal(409, 'name', TAKEN[why]), await suggestNames(parts, zone, label))
  const key = nameKeyOf(label)
  const { address, by } = await checkSigner(parts, body, http)
  if (zone.reserved.has(key)) throw await refuse('reserved')
  const row: NameRow = {
    ...{ zone: zone.name, label, key, address, coinType: body.coin_type },
    ...{ byKey: by === 'key', attributes: {}, signedAt: timestamp, createdAt: now() },
  }
  const { perAddress } = zone
  const result = await names.register(row, { perAddress, restedBefore: now() - REST_MS })
  if (result === 'registered' || result === 'same') return name
  throw result === 'full' ? tooMany(perAddress) : await refuse(result)
}

const createOwnerChanges = (
  parts: RegistryParts,
  zones: Zones,
): Pick<Registry, 'change' | 'release'> => {
  const { names, now } = parts
  /** Reads the text that an owner signed, and that it is about this name. */
  const readOwned = async <Message extends { name: string; timestamp: number }>(
    schema: v.GenericSchema<unknown, Message>,
    named: string,
    body: SignedBody,
    http: Context,
  ) => {
    requireOpen(zones)
    const message = readMessage(schema, body.message, now())
    const { zone, label, name } = readZoneName(zones, message.name)
    if (name !== named) throw badInput('message', 'The message is about another name than the URL.')
    const { address } = await checkSigner(parts, body, http)
    return { message, name, owned: { zone: zone.name, label, address, coinType: body.coin_type } }
  }
  return {
    async change(named, body, http) {
      const { message, name, owned } = await readOwned(CHANGE, named, body, http)
      if (await names.change(owned, message.attributes, message.timestamp)) return name
      throw notOwned()
    },
    async release(named, body, http) {
      const { name, owned } = await readOwned(LEAVING, named, body, http)
      if (await names.release(owned, now())) return name
      throw notOwned()
    },
  }
}

/** @throws Refusal 403 */
const requireOpen = (zones: Zones): void => {
  if (zones.size === 0) throw refusal(403, 'zone', 'This service gives out no names.')
}

const TAKEN = {
  taken: 'This name is taken. Choose another one.',
  reserved: 'This name is reserved. Choose another one.',
  confusable: 'This name looks like one that is taken. Choose another one.',
  resting: 'This name was given back not long ago. It is free again 30 days after that.',
} as const

const withSuggestions = (error: Refusal, names: readonly string[]): Refusal =>
  Object.assign(error, { more: { suggestions: names.map((name) => ({ name })) } })

const tooMany = (most: number): Refusal =>
  refusal(
    429,
    'address',
    `An address may have ${most === 1 ? 'one name' : `${most} names`} here. Give one back first.`,
    { 'Retry-After': String(DAY_SECONDS) },
  )

const notOwned = (): Refusal =>
  refusal(404, 'name', 'This address has no such name here, or has changed it since.')

/** A visitor may have typed a whole name of the zone. */
const withoutZone = (typed: string, { name }: Zone): string =>
  typed.toLowerCase().endsWith(`.${name}`) ? typed.slice(0, -name.length - 1) : typed

/** @throws Refusal 400, 401, 429, 503 */
const checkSigner = async (
  { chains, countTry, findSigner }: RegistryParts,
  body: SignedBody,
  http: Context,
): Promise<{ address: string; by: 'key' | 'contract' }> => {
  const chain = chainOfCoinType(chains, body.coin_type)
  const address = readAddress('eip155', body.address)
  if (address === undefined)
    throw badInput('address', 'This must be an address: 0x and 40 hex digits, right checksum.')
  await countTry(http)
  const by = await findSigner({ address, chain }, [body.message], body.signature as Hex)
  if (by !== undefined) return { address, by }
  throw refusal(
    401,
    'signature',
    'This is not a signature of the message by that address on that chain.',
  )
}
