import { type Kysely } from 'kysely'
import { UNDO_MS } from '../contract/index.js'
import { keyedHash } from '../secrets.js'
import { type KeeperTables } from '../store/schema.js'
import { contextOf } from '../vault/seal.js'
import { type KeeperContext } from './context.js'

type Owner = KeeperTables['owner']

/** The context that an address of a wallet's owner is sealed in. */
export const ownerContext = (wallet: string): string => contextOf('owner', wallet)

/** A change of the address holds up releases until then. */
export const endOfWait = ({ before, changed }: Pick<Owner, 'before' | 'changed'>): number =>
  before === null ? 0 : (changed ?? 0) + UNDO_MS

export const findOwner = (db: Kysely<KeeperTables>, wallet: string): Promise<Owner | undefined> =>
  db.selectFrom('owner').selectAll().where('wallet', '=', wallet).executeTakeFirst()

/** The addresses that notices go to: while a change waits, the one of before comes first. */
export async function addressesOf(
  { vault, now }: Pick<KeeperContext, 'vault' | 'now'>,
  owner: Owner,
): Promise<string[]> {
  const { wallet, address, before } = owner
  const sealed = now() < endOfWait(owner) ? [before, address] : [address]
  const open = async (text: string) => (await vault.open(text, ownerContext(wallet))).toString()
  return Promise.all(sealed.filter((text) => text !== null).map(open))
}

/** Nobody makes or compares it without the pepper. */
export const hashOfAddress = (pepper: Buffer, wallet: string, address: string): string =>
  keyedHash(pepper, 'owner', wallet, address)

/** An address as the service says it, ready to be written. */
export interface ToldAddress {
  wallet: string
  sealed: string
  hash: string
}

export async function sealAddress(
  { vault, pepper }: Pick<KeeperContext, 'vault' | 'pepper'>,
  wallet: string,
  address: string,
): Promise<ToldAddress> {
  const { sealed } = await vault.seal(Buffer.from(address), ownerContext(wallet))
  return { wallet, sealed, hash: hashOfAddress(pepper, wallet, address) }
}

/**
 * Takes in an address of an owner who is there. Another one than before begins a wait, unless it is the one
 * that the last change took away. A first address begins none: nobody could have been told.
 * @returns whether a wait began
 */
export async function takeAddress(
  db: Kysely<KeeperTables>,
  { wallet, sealed, hash }: ToldAddress,
  now: number,
): Promise<boolean> {
  const owner = await findOwner(db, wallet)
  if (!owner || owner.hash === hash) return false
  const isWaiting = now < endOfWait(owner)
  const begins = owner.hash !== null && !(isWaiting && owner.before_hash === hash)
  // Of two changes in a row the first address of all is told.
  const last = isWaiting
    ? { before: owner.before, before_hash: owner.before_hash }
    : { before: owner.address, before_hash: owner.hash }
  const wait = begins
    ? { ...last, changed: now }
    : { before: null, before_hash: null, changed: null }
  await db
    .updateTable('owner')
    .set({ address: sealed, hash, ...wait })
    .where('wallet', '=', wallet)
    .execute()
  return begins
}
