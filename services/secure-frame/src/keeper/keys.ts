import { proveKey } from '../operate/proveKeys.js'
import { inSteps } from '../operate/inSteps.js'
import { type KeeperStore, openKeeperStore } from '../store/openStore.js'
import { type Keys, type WrappingKey, requireKeys } from '../vault/keyFile.js'
import { recoveryContext } from '../vault/recovery.js'
import { createFileProvider, createVault, keyIdOf } from '../vault/seal.js'
import { hashOfAddress, ownerContext } from './owners.js'

const TRIES = 10

/**
 * Proves that keys belong to a keeper's database.
 * @throws SecureFrameError `secure-frame.missing_key`
 */
export async function proveKeeperKeys(
  { db }: KeeperStore,
  { wrapping, pepper }: Pick<Keys, 'wrapping' | 'pepper'>,
): Promise<void> {
  const provider = createFileProvider(wrapping)
  const vault = createVault(provider)
  const rows = await db.selectFrom('kept').select('key_id').distinct().execute()
  const ids = rows.map(({ key_id }) => key_id)
  requireKeys('KEYS', provider, ids)
  const owners = await db.selectFrom('owner').selectAll().limit(TRIES).execute()
  for (const id of ids) {
    const kept = await db
      .selectFrom('kept')
      .select(['account', 'wallet', 'recovery_set as set', 'sealed'])
      .where('key_id', '=', id)
      .limit(TRIES)
      .execute()
    const sealed = kept.map((row) => ({ sealed: row.sealed, context: recoveryContext(row) }))
    const addresses = owners.flatMap(({ wallet, address, hash }) =>
      address === null || keyIdOf(address) !== id
        ? []
        : [
            {
              sealed: address,
              context: ownerContext(wallet),
              isOwn: (plain: Buffer) => hashOfAddress(pepper, wallet, plain.toString()) === hash,
            },
          ],
    )
    await proveKey(vault, 'KEYS', id, [...sealed, ...addresses])
  }
}

/**
 * Seals shares and addresses anew that are under older keys than the active one, beside the keeper.
 * @returns how many
 */
export async function rotateKeeperKeys(
  databaseUrl: string,
  keys: readonly WrappingKey[],
): Promise<number> {
  const provider = createFileProvider(keys)
  const vault = createVault(provider)
  const store = await openKeeperStore(databaseUrl, { isReader: true })
  try {
    const kept = await store.db
      .selectFrom('kept')
      .selectAll()
      .where('key_id', '<>', provider.activeId)
      .execute()
    const shares = await inSteps(store, kept, async (row) => {
      const { account, wallet, recovery_set: set, sealed } = row
      const anew = await vault.reseal(sealed, recoveryContext({ account, wallet, set }))
      return (db) =>
        db
          .updateTable('kept')
          .set({ sealed: anew.sealed, key_id: anew.keyId })
          .where('wallet', '=', wallet)
          .where('sealed', '=', sealed)
          .execute()
    })
    const owners = await store.db
      .selectFrom('owner')
      .select(['wallet', 'address', 'before'])
      .execute()
    const addresses = owners.flatMap(({ wallet, address, before }) =>
      [['address', address] as const, ['before', before] as const]
        .filter(([, sealed]) => sealed !== null && keyIdOf(sealed) !== provider.activeId)
        .map(([column, sealed]) => ({ wallet, column, sealed: sealed! })),
    )
    const rotated = await inSteps(store, addresses, async ({ wallet, column, sealed }) => {
      const anew = await vault.reseal(sealed, ownerContext(wallet))
      return (db) =>
        db
          .updateTable('owner')
          .set({ [column]: anew.sealed })
          .where('wallet', '=', wallet)
          .where(column, '=', sealed)
          .execute()
    })
    return shares + rotated
  } finally {
    await store.close()
  }
}
