import { type Log } from '@latchkey/service-kit'
import { isRefusal } from '@latchkey/service-kit/http'
import { REASONS, language } from '../contract/index.js'
import * as v from 'valibot'
import { type KeptShare } from '../keeper/contract.js'
import { STEP_ROWS } from '../operate/inSteps.js'
import { type MainStore, type RecoveryStore } from '../store/openStore.js'
import { type KeeperClient } from './keeperClient.js'
import { type Markers, type Unsure, createMarkers } from './markers.js'
import { type RecoverySet, type RecoveryVault } from './recovery.js'
import { sealedShut } from './wallets.js'

/** The person of a wallet, for the mails of a keeper. */
export type OwnerOf = (account: string) => Promise<Pick<KeptShare, 'address' | 'site'>>

interface Parts {
  main: Pick<MainStore, 'db'>
  store: RecoveryStore
  /** The shares that persons have sealed, and those of the operator that were not moved yet. */
  here: RecoveryVault
  keeper: KeeperClient
  ownerOf: OwnerOf
  log: Log
}

/** A recovery vault, with a tidying that is due once an hour. */
export interface KeptRecovery extends RecoveryVault {
  /** Settles what processes left that ended: drops at the keeper what no wallet names, and confirms the rest. */
  tidy(now: number): Promise<void>
}

const HOUR_MS = 60 * 60_000
/** Processes that end leave a few at most. More are of wallets that another database has. */
const MAX_UNKNOWN = 10

/**
 * Recovery shares of which a keeper has the operator's. A row here says that it has one: the row is there
 * before the keeper is asked, and goes after it has answered, so that nothing is forgotten there.
 */
export function createKeptRecovery(parts: Parts): KeptRecovery {
  const { store, here, keeper } = parts
  const markers = createMarkers(store)
  /** Leaves the rows where the keeper is away: the next tidying asks again. */
  const drop = async (wallet: string, sets: readonly string[]): Promise<void> => {
    if (!sets.length) return
    await markers.doubt(wallet, sets)
    const isDropped = await keeper.drop(wallet, sets).then(() => true, isAway)
    if (isDropped) await markers.remove(wallet, sets)
  }
  return {
    kinds: here.kinds,
    put: createPut(parts),
    get: createGet(parts),
    confirm: markers.confirm,
    doubt: ({ wallet, set }) => markers.doubt(wallet, [set]),
    async dropOlder(wallet, than) {
      const sets = await markers.setsOf(wallet, than)
      await here.dropOlder(wallet, than)
      await drop(wallet, sets)
    },
    async dropAll(wallet) {
      const sets = await markers.setsOf(wallet)
      // An account that stays keeps its share: the keeper is asked once the account is gone.
      if (sets.length) await markers.doubt(wallet, sets)
      await here.dropAll(wallet)
    },
    async dropKept(wallet) {
      await drop(wallet, await markers.setsOf(wallet))
    },
    async dropSet({ wallet, set }) {
      const sets = await markers.setsOf(wallet)
      await here.dropSet({ wallet, set })
      await drop(
        wallet,
        sets.filter((one) => one === set),
      )
    },
    async noteAddress({ account, wallet }) {
      const { address } = await parts.ownerOf(account)
      const sets = address === undefined ? [] : await markers.setsOf(wallet)
      if (address !== undefined && sets.length) await keeper.noteAddress(wallet, address)
    },
    async tidy(now) {
      const unsure = await markers.unsure(now - HOUR_MS)
      const named = await namedSets(parts, unsure)
      const unknown = await countUnknown(parts, markers, unsure, named)
      if (unknown > 0) return parts.log('error', 'keeper.unknown_wallets', { count: unknown })
      for (const { wallet, set } of unsure)
        await (named.get(wallet) === set ? markers.confirm({ wallet, set }) : drop(wallet, [set]))
    },
  }
}

/** The sets that wallets name, by wallet. */
const namedSets = async (
  { main }: Parts,
  unsure: readonly Unsure[],
): Promise<ReadonlyMap<string, string>> => {
  const named = new Map<string, string>()
  for (let at = 0; at < unsure.length; at += STEP_ROWS) {
    const ids = unsure.slice(at, at + STEP_ROWS).map(({ wallet }) => wallet)
    const query = main.db.selectFrom('wallet').select(['id', 'recovery_set']).where('id', 'in', ids)
    for (const { id, recovery_set } of await query.execute()) named.set(id, recovery_set)
  }
  return named
}

/**
 * Counts wallets with a share at the keeper that the main database does not know, where these are so many
 * that it is another one, or an older one. Those that the service itself gave up may be many.
 * @returns 0 where the main database is to be believed
 */
const countUnknown = async (
  { main }: Parts,
  markers: Markers,
  unsure: readonly Unsure[],
  named: ReadonlyMap<string, string>,
): Promise<number> => {
  const known = await main.db.selectFrom('wallet').select('id').limit(1).executeTakeFirst()
  if (!known) return (await markers.count()) + unsure.length
  const unknown = unsure.filter(({ wallet, isDropping }) => !isDropping && !named.has(wallet))
  return unknown.length > MAX_UNKNOWN ? unknown.length : 0
}

/** @returns false where the keeper is away @throws every other error */
const isAway = (error: unknown): false => {
  if (isRefusal(error) && error.reason === REASONS.keeper) return false
  throw error
}

const createPut = ({ store, here, keeper, ownerOf }: Parts): RecoveryVault['put'] => {
  const markers = createMarkers(store)
  return async (of, inputs, now) => {
    const automatic = inputs.find((input) => input.kind === 'automatic')
    const others = inputs.filter((input) => input.kind !== 'automatic')
    await here.put(of, others, now)
    if (!automatic || !('share' in automatic)) return
    const { address, site } = await ownerOf(of.account)
    await markers.add(of, now)
    const share = { ...of, share: automatic.share, created: now, site }
    const kept = { ...share, ...(address !== undefined && { address }) }
    const database = await keeper.keep([kept]).catch(async (error: unknown) => {
      // No wallet will name it.
      await markers.doubt(of.wallet, [of.set])
      throw error
    })
    await markers.keep(of, database)
  }
}

const createGet = ({ store, here, keeper, ownerOf, log }: Parts): RecoveryVault['get'] => {
  const markers = createMarkers(store)
  const release = async (of: RecoverySet, asker: Parameters<RecoveryVault['get']>[1]) => {
    const { address } = await ownerOf(of.account)
    const lang = v.is(language, asker.lang) ? asker.lang : 'en'
    const statement = { ...of, ...asker, lang, ...(address !== undefined && { address }) }
    return keeper.release(statement).catch((error: unknown) => {
      if (!isRefusal(error) || error.reason !== REASONS.missing) throw error
      log('error', 'share.missing')
      throw sealedShut()
    })
  }
  return async (of, asker) => {
    const { recovery: own } = await here.get(of, asker)
    if (!(await markers.has(of))) return { recovery: own, isTold: false }
    try {
      const share = await release(of, asker)
      return { recovery: [{ kind: 'automatic', share }, ...own], isTold: true }
    } catch (error) {
      // There are other ways.
      if (own.length) return { recovery: own, isTold: false }
      throw error
    }
  }
}
