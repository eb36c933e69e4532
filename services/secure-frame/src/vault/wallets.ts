import { isRefusal, refusal } from '@latchkey/service-kit/http'
import { type Kysely } from 'kysely'
import { type Session, dropDevice, holdAccount } from '../auth/sessions.js'
import { type FrameContext } from '../context.js'
import { REASONS, type RecoveryInput, type WalletRecord } from '../contract/index.js'
import { type SplitWanted } from '../contract/splitStatement.js'
import { newId } from '../secrets.js'
import { type Tables } from '../store/schema.js'
import { keepHome } from './homes.js'
import { isSignedByOwner } from './ownKey.js'
import { type RecoveryAsker, type RecoverySet, type ReleasedRecovery } from './recovery.js'
import { contextOf } from './seal.js'

type Wallet = Tables['wallet']

export interface NewShares {
  service: string
  recovery: readonly RecoveryInput[]
}

/** A share for the cookie of a browser. Where the browser did not send one, it may keep none. */
export interface NewHome {
  share: string
  cookie: string
  hadCookie: boolean
}

/** Wallets of accounts, with the service's share of each. */
export interface Wallets {
  ofAccount(account: string): Promise<WalletRecord | null>
  /** @param home the device's share, where no storage of the browser took it */
  create(
    session: Pick<Session, 'account' | 'device'>,
    wanted: NewShares & { id: string; evm: string; solana: string },
    home?: NewHome,
  ): Promise<WalletRecord>
  /**
   * New shares in the place of all that were of the split before, and where it names one, a device that
   * is removed with it.
   * @param signature by the wallet's own key: whoever reads the mail signs in freshly, and has no key
   */
  newSplit(account: string, wanted: SplitWanted, signature: string): Promise<WalletRecord>
  share(account: string): Promise<{ wallet: string; split: number; share: string }>
  recovery(
    account: string,
    asker: RecoveryAsker,
  ): Promise<{ wallet: string; split: number } & ReleasedRecovery>
}

/** The number of the service's share: it is bound to it. */
const SERVICE_INDEX = 2

export const shareContext = (account: string, wallet: string, split: number, idx: number): string =>
  contextOf('share', account, wallet, split, idx)

export const missing = (text: string) => refusal(404, REASONS.missing, text)
export const conflict = (text: string) => refusal(409, REASONS.conflict, text)
const otherSplit = () => conflict('The wallet has another split by now.')
const notSigned = () => refusal(403, REASONS.key, "The wallet's own key has not signed this.")
export const sealedShut = () =>
  refusal(503, REASONS.sealed, 'The share cannot be opened now. Ask whoever runs this service.')

const findWallet = (db: Kysely<Tables>, account: string): Promise<Wallet | undefined> =>
  db.selectFrom('wallet').selectAll().where('account', '=', account).executeTakeFirst()

export async function requireWallet(db: Kysely<Tables>, account: string): Promise<Wallet> {
  const wallet = await findWallet(db, account)
  if (wallet) return wallet
  throw missing('This person has no wallet yet.')
}

/** The wallet of a person, where its split is still that one. */
export async function requireSplit(
  db: Kysely<Tables>,
  account: string,
  split: number,
): Promise<Wallet> {
  const wallet = await requireWallet(db, account)
  if (wallet.split === split) return wallet
  throw otherSplit()
}

export function createWallets(context: FrameContext): Wallets {
  return { ...createReading(context), ...createWriting(context) }
}

const recordOf = async ({ recovery }: FrameContext, wallet: Wallet): Promise<WalletRecord> => ({
  id: wallet.id,
  split: wallet.split,
  evm: wallet.evm,
  solana: wallet.solana,
  recovery: [...(await recovery.kinds({ wallet: wallet.id, set: wallet.recovery_set }))],
})

const createReading = (
  context: FrameContext,
): Pick<Wallets, 'ofAccount' | 'share' | 'recovery'> => {
  const { store, vault, recovery, log } = context
  return {
    async ofAccount(account) {
      const wallet = await findWallet(store.db, account)
      return wallet ? recordOf(context, wallet) : null
    },

    async share(account) {
      const row = await store.db
        .selectFrom('wallet')
        .innerJoin('share', (join) =>
          join
            .onRef('share.wallet', '=', 'wallet.id')
            .onRef('share.split', '=', 'wallet.split')
            .on('share.idx', '=', SERVICE_INDEX),
        )
        .select(['wallet.id', 'wallet.split', 'share.sealed'])
        .where('wallet.account', '=', account)
        .executeTakeFirst()
      if (!row) throw missing('This person has no wallet yet.')
      try {
        const bound = shareContext(account, row.id, row.split, SERVICE_INDEX)
        const share = await vault.open(row.sealed, bound)
        return { wallet: row.id, split: row.split, share: share.toString('base64url') }
      } catch {
        log('error', 'share.closed')
        throw sealedShut()
      }
    },

    async recovery(account, asker) {
      const wallet = await requireWallet(store.db, account)
      const set = { account, wallet: wallet.id, set: wallet.recovery_set }
      const found = await recovery.get(set, asker).catch((error: unknown) => {
        if (isRefusal(error)) throw error
        log('error', 'recovery.closed')
        throw sealedShut()
      })
      return { wallet: wallet.id, split: wallet.split, ...found }
    },
  }
}

/** Removes a device in the transaction that makes its share void. @throws a refusal with 404 */
export async function removeDevice(
  { audit, now }: FrameContext,
  db: Kysely<Tables>,
  account: string,
  id: string,
): Promise<void> {
  if (!(await dropDevice(db, account, id))) throw missing('There is no such device.')
  await audit.add(db, { at: now(), account, action: 'device.removed' })
}

const noRecovery = () => refusal(400, 'recovery', 'A recovery share is due.')

const checkKinds = ({ recoveryMode }: FrameContext, inputs: readonly RecoveryInput[]): void => {
  if (recoveryMode === 'user' && inputs.some(({ kind }) => kind === 'automatic'))
    throw refusal(400, 'recovery', 'This service keeps no recovery shares of its own.')
  if (recoveryMode === 'automatic' && inputs.length === 0) throw noRecovery()
}

/**
 * Drops the wallet of an account with its shares and homes.
 * @param which `unkept`: only one that opens for nobody
 */
export async function dropWallet(
  db: Kysely<Tables>,
  account: string,
  which: 'any' | 'unkept' = 'any',
): Promise<void> {
  const wallet = await findWallet(db, account)
  if (!wallet || (which === 'unkept' && wallet.kept === 1)) return
  await db.deleteFrom('share').where('wallet', '=', wallet.id).execute()
  await db.deleteFrom('home').where('wallet', '=', wallet.id).execute()
  await db.deleteFrom('wallet').where('id', '=', wallet.id).execute()
}

/** Drops what a keeper has of a wallet that was deleted. Where a database is away, the next tidying does. */
export async function dropKept({ recovery }: FrameContext, wallet: string): Promise<void> {
  await recovery.dropKept(wallet).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}

/** Keeps the share of a split, and drops those of all others with the homes that belong to them. */
const putShare = async (
  db: Kysely<Tables>,
  { id, split }: Pick<Wallet, 'id' | 'split'>,
  share: { sealed: string; keyId: string },
): Promise<void> => {
  await db
    .insertInto('share')
    .values({ wallet: id, split, idx: SERVICE_INDEX, sealed: share.sealed, key_id: share.keyId })
    .execute()
  await db.deleteFrom('share').where('wallet', '=', id).where('split', '<>', split).execute()
  await db.deleteFrom('home').where('wallet', '=', id).where('split', '<>', split).execute()
}

const isCurrent = async ({ store }: FrameContext, { account, wallet, set }: RecoverySet) => {
  const found = await findWallet(store.db, account)
  return found?.id === wallet && found.recovery_set === set
}

/**
 * The recovery shares are there before the wallet names them, and go where it never does. Afterwards
 * the set that was replaced goes, with older ones. A set that another split puts meanwhile is newer.
 */
const withRecovery = async (
  context: FrameContext,
  { wallet, replaced }: { wallet: Wallet; replaced?: string },
  inputs: readonly RecoveryInput[],
  commit: () => Promise<void>,
): Promise<WalletRecord> => {
  const { recovery, now } = context
  const set = { account: wallet.account, wallet: wallet.id, set: wallet.recovery_set }
  const at = now()
  await recovery.put(set, inputs, at)
  if (replaced !== undefined) await recovery.doubt({ wallet: wallet.id, set: replaced })
  try {
    await commit()
  } catch (error) {
    // Where the database was lost, it may have been written all the same.
    const isNamed = await isCurrent(context, set).catch(() => true)
    if (!isNamed) await recovery.dropSet(set)
    throw error
  }
  await recovery.confirm(set)
  if (replaced !== undefined) {
    await recovery.dropSet({ wallet: wallet.id, set: replaced })
    await recovery.dropOlder(wallet.id, at)
  }
  return recordOf(context, wallet)
}

const createWriting = (context: FrameContext): Pick<Wallets, 'create' | 'newSplit'> => {
  const { store, vault, now, audit } = context
  const sealShare = (wallet: Wallet, share: string) =>
    vault.seal(
      Buffer.from(share, 'base64url'),
      shareContext(wallet.account, wallet.id, wallet.split, SERVICE_INDEX),
    )
  return {
    async create({ account, device }, { id, evm, solana, service, recovery: inputs }, home) {
      checkKinds(context, inputs)
      const kept = Number(!home || home.hadCookie || inputs.length > 0)
      const own = { id, recovery_set: newId(), evm, solana, kept }
      const wallet: Wallet = { ...own, account, split: 1, created: now() }
      const sealed = await sealShare(wallet, service)
      return withRecovery(context, { wallet }, inputs, () =>
        store.transact(async (db) => {
          await holdAccount(db, account)
          await dropWallet(db, account, 'unkept')
          const { numInsertedOrUpdatedRows = 0n } = await db
            .insertInto('wallet')
            .values(wallet)
            .onConflict((on) => on.doNothing())
            .executeTakeFirst()
          if (numInsertedOrUpdatedRows === 0n) throw conflict('This person has a wallet already.')
          await putShare(db, wallet, sealed)
          const at = { account, device, wallet: id, split: 1 }
          if (home) await keepHome(db, at, home.cookie, home.share)
          await audit.add(db, { at: now(), account, action: 'wallet.created' })
        }),
      )
    },

    async newSplit(account, wanted, signature) {
      const { from, service, recovery: inputs, removes } = wanted
      checkKinds(context, inputs)
      if (!inputs.length) throw noRecovery()
      const before = await requireSplit(store.db, account, from)
      if (!isSignedByOwner(before, wanted, signature)) throw notSigned()
      const wallet: Wallet = { ...before, split: from + 1, recovery_set: newId() }
      const sealed = await sealShare(wallet, service)
      return withRecovery(context, { wallet, replaced: before.recovery_set }, inputs, () =>
        store.transact(async (db) => {
          await holdAccount(db, account)
          const { numUpdatedRows } = await db
            .updateTable('wallet')
            .set({ split: wallet.split, recovery_set: wallet.recovery_set, kept: 1 })
            .where('id', '=', wallet.id)
            .where('split', '=', from)
            .executeTakeFirst()
          if (numUpdatedRows === 0n) throw otherSplit()
          await putShare(db, wallet, sealed)
          if (removes !== undefined) await removeDevice(context, db, account, removes)
          await audit.add(db, { at: now(), account, action: 'wallet.new_split' })
        }),
      )
    },
  }
}
