import { type Kysely } from 'kysely'
import { type RecoveryInput, type RecoveryKind } from '../contract/index.js'
import { type RecoveryStore } from '../store/openStore.js'
import { type RecoveryTables } from '../store/schema.js'
import { type Vault, contextOf } from './seal.js'

/** Names the recovery shares of one split of a wallet. */
export interface RecoverySet {
  account: string
  wallet: string
  /** New for each split, so that of two splits at once none takes the shares of the other. */
  set: string
}

/** Recovery shares, in a second store. */
export interface RecoveryVault {
  /** Adds or replaces kinds of a set. */
  put(of: RecoverySet, inputs: readonly RecoveryInput[], now: number): Promise<void>
  kinds(of: Pick<RecoverySet, 'wallet' | 'set'>): Promise<readonly RecoveryKind[]>
  /** @throws where the operator's share cannot be opened, or the keeper does not release it */
  get(of: RecoverySet, asker: RecoveryAsker): Promise<ReleasedRecovery>
  /** Lets the vault know that a wallet names the set now. */
  confirm(of: Pick<RecoverySet, 'wallet' | 'set'>): Promise<void>
  /** Lets it know that a wallet is about to name another one. */
  doubt(of: Pick<RecoverySet, 'wallet' | 'set'>): Promise<void>
  /** Drops the sets of a wallet that are older than that moment, such as those of splits that were never made. */
  dropOlder(wallet: string, than: number): Promise<void>
  /** Drops those of a wallet that is about to be deleted. Those of a keeper go by `dropKept`. */
  dropAll(wallet: string): Promise<void>
  /** Drops those of a keeper, once the wallet was deleted. Where it is away, the next tidying does. */
  dropKept(wallet: string): Promise<void>
  dropSet(of: Pick<RecoverySet, 'wallet' | 'set'>): Promise<void>
  /** Lets a keeper know that the address of a wallet's owner may have changed. */
  noteAddress(of: Pick<RecoverySet, 'account' | 'wallet'>): Promise<void>
}

/** The request of a frame, as a keeper checks it. */
export interface RecoveryAsker {
  authTime: number
  jkt: string
  /** The header `DPoP`, and the hash of the token that it is of. */
  proof: string
  ath: string
  agent: string
  lang: string
}

export interface ReleasedRecovery {
  recovery: readonly RecoveryInput[]
  /** Whether a keeper has told the person by mail. */
  isTold: boolean
}

/** The row of an operator's share that a keeper has: it is sealed there. */
export const isWithKeeper = ({
  kind,
  key_id,
}: Pick<RecoveryTables['recovery'], 'kind' | 'key_id'>): boolean =>
  kind === 'automatic' && key_id === null

/** The context that the operator's share of a set is sealed in. */
export const recoveryContext = ({ account, wallet, set }: RecoverySet): string =>
  contextOf('recovery', account, wallet, set)

const rowOf = async (
  vault: Vault | undefined,
  of: RecoverySet,
  input: RecoveryInput,
  created: number,
): Promise<RecoveryTables['recovery']> => {
  const base = { wallet: of.wallet, recovery_set: of.set, kind: input.kind, created }
  const none = { key_id: null, salt: null, credential_id: null, parameters: null }
  if (input.kind !== 'automatic')
    return {
      ...base,
      ...none,
      sealed: input.sealed,
      salt: input.salt ?? null,
      credential_id: input.credentialId ?? null,
      parameters: input.parameters ? JSON.stringify(input.parameters) : null,
    }
  if (!vault) throw new RangeError('There is no second key.')
  const plain = Buffer.from(input.share, 'base64url')
  const { sealed, keyId } = await vault.seal(plain, recoveryContext(of))
  return { ...base, ...none, sealed, key_id: keyId }
}

const inputOf = async (
  vault: Vault | undefined,
  of: RecoverySet,
  row: RecoveryTables['recovery'],
): Promise<RecoveryInput> => {
  const kind = row.kind as RecoveryKind
  if (kind !== 'automatic')
    return {
      kind,
      sealed: row.sealed,
      ...(row.salt !== null && { salt: row.salt }),
      ...(row.credential_id !== null && { credentialId: row.credential_id }),
      ...(row.parameters !== null && {
        parameters: JSON.parse(row.parameters) as Record<string, number>,
      }),
    }
  if (!vault) throw new RangeError('There is no second key.')
  const share = await vault.open(row.sealed, recoveryContext(of))
  return { kind, share: share.toString('base64url') }
}

/** Not those that a keeper has: their rows go when the keeper has dropped them. */
export const deleteOf = (db: Kysely<RecoveryTables>, wallet: string) =>
  db
    .deleteFrom('recovery')
    .where('wallet', '=', wallet)
    .where((is) => is.or([is('kind', '<>', 'automatic'), is('key_id', 'is not', null)]))

/** @param vault seals the operator's shares. Absent in mode `user`, which has none */
export function createRecoveryVault(store: RecoveryStore, vault: Vault | undefined): RecoveryVault {
  const { db } = store
  return {
    async put(of, inputs, now) {
      const rows = await Promise.all(inputs.map((input) => rowOf(vault, of, input, now)))
      await store.transact(async (transaction) => {
        for (const row of rows) {
          const { wallet, recovery_set, kind, ...rest } = row
          await transaction
            .insertInto('recovery')
            .values({ wallet, recovery_set, kind, ...rest })
            .onConflict((on) => on.columns(['wallet', 'recovery_set', 'kind']).doUpdateSet(rest))
            .execute()
        }
      })
    },
    async kinds({ wallet, set }) {
      const rows = await db
        .selectFrom('recovery')
        .select('kind')
        .where('wallet', '=', wallet)
        .where('recovery_set', '=', set)
        .orderBy('kind')
        .execute()
      return rows.map(({ kind }) => kind as RecoveryKind)
    },
    async get(of) {
      const rows = await db
        .selectFrom('recovery')
        .selectAll()
        .where('wallet', '=', of.wallet)
        .where('recovery_set', '=', of.set)
        .orderBy('kind')
        .execute()
      const here = rows.filter((row) => !isWithKeeper(row))
      const recovery = await Promise.all(here.map((row) => inputOf(vault, of, row)))
      return { recovery, isTold: false }
    },
    async dropOlder(wallet, than) {
      await store.transact((db) => deleteOf(db, wallet).where('created', '<', than).execute())
    },
    async dropAll(wallet) {
      await store.transact((db) => deleteOf(db, wallet).execute())
    },
    async dropSet({ wallet, set }) {
      await store.transact((db) => deleteOf(db, wallet).where('recovery_set', '=', set).execute())
    },
    dropKept: async () => undefined,
    confirm: async () => undefined,
    doubt: async () => undefined,
    noteAddress: async () => undefined,
  }
}
