import { type Kysely } from 'kysely'
import { type FrameContext } from '../context.js'
import { type User } from '../contract/index.js'
import { type Tables } from '../store/schema.js'
import { type Wallets, dropWallet } from '../vault/wallets.js'
import { type Session, holdAccount } from './sessions.js'
import { addressContext } from './signIn.js'

/** The persons with an account. */
export interface Users {
  ofSession(session: Session): Promise<User>
  emailOf(account: string): Promise<string>
  /** Deletes the account with all that is kept for it. The audit log keeps its random id. */
  delete(account: string): Promise<void>
}

export function createUsers(context: FrameContext, wallets: Wallets): Users {
  const { store, vault, recovery, audit, now } = context
  const emailOf = async (account: string): Promise<string> => {
    const row = await store.db
      .selectFrom('identity')
      .select(['subject', 'sealed'])
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    return (await vault.open(row.sealed, addressContext(row.subject))).toString()
  }
  return {
    emailOf,
    ofSession: async (session) => ({
      id: session.account,
      email: await emailOf(session.account),
      projectId: session.project,
      signedInAt: session.auth_time,
      wallet: await wallets.ofAccount(session.account),
    }),
    async delete(account) {
      const wallet = await wallets.ofAccount(account)
      // First, so that a second database that is away fails while the person can ask again.
      if (wallet) await recovery.dropAll(wallet.id)
      await store.transact((db) => deleteRows(db, account))
      await store.transact((db) => audit.add(db, { at: now(), account, action: 'account.deleted' }))
    },
  }
}

const deleteRows = async (db: Kysely<Tables>, account: string): Promise<void> => {
  await holdAccount(db, account)
  await dropWallet(db, account)
  await db.deleteFrom('session').where('account', '=', account).execute()
  await db.deleteFrom('device').where('account', '=', account).execute()
  await db.deleteFrom('email_change').where('account', '=', account).execute()
  await db.deleteFrom('identity').where('account', '=', account).execute()
  await db.deleteFrom('account').where('id', '=', account).execute()
}
