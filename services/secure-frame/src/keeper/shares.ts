import { refusal } from '@latchkey/service-kit/http'
import type * as v from 'valibot'
import { FRESH_MS, REASONS, getRecovery } from '../contract/index.js'
import { createProofs } from '../http/proofs.js'
import { shareProofs } from '../http/usedProofs.js'
import { refuseExceeded } from '../http/guard.js'
import { spend } from '../store/counters.js'
import { recoveryContext } from '../vault/recovery.js'
import { type KeeperContext } from './context.js'
import {
  type KeptShare,
  REQUEST_SECONDS,
  type ReleaseStatement,
  type dropShares,
  type noteAddress,
} from './contract.js'
import { inCommon } from './inCommon.js'
import { addressesOf, endOfWait, findOwner, sealAddress, takeAddress } from './owners.js'
import { type Tell } from './tell.js'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** The shares of a keeper. */
export interface Shares {
  /** @returns how many were written: all, or none */
  keep(shares: readonly KeptShare[]): Promise<number>
  /**
   * @param seconds the time of the request, by the service's clock
   * @throws a refusal where the statement is not one, the address was changed, or a budget is used up
   */
  release(statement: ReleaseStatement, seconds: number): Promise<string>
  drop(of: v.InferOutput<typeof dropShares.body>): Promise<number>
  noteAddress(of: v.InferOutput<typeof noteAddress.body>): Promise<boolean>
  count(): Promise<number>
}

export function createShares(context: KeeperContext, tell: Tell): Shares {
  const { store } = context
  return {
    keep: (shares) => keep(context, tell, shares),
    release: createRelease(context, tell),
    drop: (of) => drop(context, of),
    noteAddress: (of) => noteOne(context, tell, of),
    async count() {
      const { n } = await store.db
        .selectFrom('kept')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
  }
}

const keep = async (
  context: KeeperContext,
  tell: Tell,
  shares: readonly KeptShare[],
): Promise<number> => {
  const { store, vault } = context
  const rows = await Promise.all(
    shares.map(async ({ account, wallet, set, share, created }) => {
      const plain = Buffer.from(share, 'base64url')
      const { sealed, keyId } = await vault.seal(plain, recoveryContext({ account, wallet, set }))
      return { wallet, recovery_set: set, account, sealed, key_id: keyId, created }
    }),
  )
  const none = { address: null, hash: null, before: null, before_hash: null, changed: null }
  await store.transact(async (db) => {
    for (const row of rows)
      await db
        .insertInto('kept')
        .values(row)
        .onConflict((on) => on.columns(['wallet', 'recovery_set']).doUpdateSet(row))
        .execute()
    for (const { wallet, site } of shares)
      await db
        .insertInto('owner')
        .values({ wallet, site, ...none })
        .onConflict((on) => on.doNothing())
        .execute()
  })
  for (const { wallet, address } of shares)
    if (address !== undefined) await noteOne(context, tell, { wallet, address })
  return rows.length
}

const drop = (
  { store, audit, now }: KeeperContext,
  { wallet, sets }: v.InferOutput<typeof dropShares.body>,
): Promise<number> =>
  store.transact(async (db) => {
    const all = db.deleteFrom('kept').where('wallet', '=', wallet)
    const asked = sets ? all.where('recovery_set', 'in', sets) : all
    const dropped = await asked.returning('account').execute()
    const left = await db
      .selectFrom('kept')
      .select('wallet')
      .where('wallet', '=', wallet)
      .executeTakeFirst()
    if (!left) await db.deleteFrom('owner').where('wallet', '=', wallet).execute()
    for (const { account } of dropped)
      await audit.add(inCommon(db), { at: now(), account, action: 'share.dropped' })
    return dropped.length
  })

/** Takes an address in, and tells the one of before where that begins a wait. */
const noteOne = async (
  context: KeeperContext,
  tell: Tell,
  { wallet, address }: { wallet: string; address: string },
  lang = 'en',
): Promise<boolean> => {
  const { store, audit, now } = context
  const told = await sealAddress(context, wallet, address)
  const owner = await store.transact(async (db) => {
    if (!(await takeAddress(db, told, now()))) return undefined
    const kept = await db
      .selectFrom('kept')
      .select('account')
      .where('wallet', '=', wallet)
      .executeTakeFirst()
    await audit.add(inCommon(db), {
      at: now(),
      account: kept?.account ?? '',
      action: 'address.changed',
    })
    return findOwner(db, wallet)
  })
  if (!owner) return false
  const [before] = await addressesOf(context, owner)
  if (before !== undefined) tell('readdressed', [before], { site: owner.site, agent: '', lang })
  return true
}

const missing = () => refusal(404, REASONS.missing, 'There is no such share.')
const changed = (seconds: number) =>
  refusal(
    403,
    REASONS.changed,
    'The address of this account was changed. This is possible again when the old address can no longer undo it.',
    { 'Retry-After': String(seconds) },
  )

const sealedShut = () =>
  refusal(503, REASONS.sealed, 'The share cannot be opened now. Ask whoever runs the keeper.')

/**
 * Asks for a sign-in of the last five minutes, whose frame has asked for the share itself, once.
 * @throws a refusal
 */
const requireProven = async (
  { store, frameUrl }: KeeperContext,
  { authTime, proof, ath, jkt }: ReleaseStatement,
  seconds: number,
): Promise<void> => {
  const age = seconds * 1000 - authTime
  // Another instance of the service may have seen the sign-in, by a clock of its own.
  if (age > FRESH_MS || age < -REQUEST_SECONDS * 1000)
    throw refusal(403, REASONS.fresh, 'This needs a new sign-in, of the last five minutes.')
  // Both were made by the service's clock, or by a page that follows it.
  const proofs = createProofs(() => seconds * 1000, shareProofs(inCommon(store.db)))
  const url = `${frameUrl}${getRecovery.path}`
  if ((await proofs.check({ method: 'POST', url, proof, ath })) !== jkt)
    throw refusal(401, REASONS.proof, 'The proof is of another key.')
}

const openKept = async (
  { store, vault, log }: KeeperContext,
  said: ReleaseStatement,
): Promise<string> => {
  const row = await store.db
    .selectFrom('kept')
    .select('sealed')
    .where('wallet', '=', said.wallet)
    .where('recovery_set', '=', said.set)
    .where('account', '=', said.account)
    .executeTakeFirst()
  if (!row) throw missing()
  const share = await vault.open(row.sealed, recoveryContext(said)).catch(() => {
    log('error', 'share.closed')
    throw sealedShut()
  })
  return share.toString('base64url')
}

const createRelease = (context: KeeperContext, tell: Tell): Shares['release'] => {
  const { store, audit, metrics, limits, now } = context
  return async (said, seconds) => {
    await requireProven(context, said, seconds)
    const { account, wallet, address, agent, lang } = said
    const share = await openKept(context, said)
    if (address !== undefined) await noteOne(context, tell, { wallet, address }, lang)
    const owner = await store.transact(async (db) => {
      const at = now()
      const found = await findOwner(db, wallet)
      const wait = found ? endOfWait(found) - at : 0
      if (wait > 0) throw changed(Math.ceil(wait / 1000))
      await spend(inCommon(db), budgetsOf(limits, account), at).catch((error: unknown) => {
        throw refuseExceeded(error)
      })
      await audit.add(inCommon(db), { at, account, action: 'recovery.released' })
      return found
    })
    metrics.count('releases_total')
    if (owner)
      tell('recovered', await addressesOf(context, owner), { site: owner.site, agent, lang })
    return share
  }
}

const budgetsOf = (limits: KeeperContext['limits'], account: string) => [
  { key: `releases ${account}`, most: limits.releasesAccount, windowMs: DAY_MS },
  { key: 'releases', most: limits.releasesHour, windowMs: HOUR_MS },
]
