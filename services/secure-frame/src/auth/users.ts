import { type Kysely } from 'kysely'
import { type FrameContext } from '../context.js'
import { type User } from '../contract/index.js'
import { type Tables } from '../store/schema.js'
import { type Wallets, dropKept, dropWallet } from '../vault/wallets.js'
import { type Session, holdAccount } from './sessions.js'
import { addressOf, readIdentities } from './identities.js'

/** The persons with an account. */
export interface Users {
  ofSession(session: Session): Promise<User>
  /** `undefined` where the person has none. */
  emailOf(account: string): Promise<string | undefined>
  /** Deletes the account with all that is kept for it. The audit log keeps its random id. */
  delete(account: string): Promise<void>
}

export function createUsers(context: FrameContext, wallets: Wallets): Users {
  const { store, recovery, audit, now } = context
  return {
    emailOf: async (account) => addressOf(await readIdentities(context, account)),
    async ofSession(session) {
      const identities = await readIdentities(context, session.account)
      const email = addressOf(identities)
      const userName = identities.find(({ name }) => name !== undefined)?.name
      return {
        id: session.account,
        ...(email !== undefined && { email }),
        ...(userName !== undefined && { userName }),
        signIns: identities.map(({ kind }) => kind),
        projectId: session.project,
        signedInAt: session.auth_time,
        wallet: await wallets.ofAccount(session.account),
      }
    },
    async delete(account) {
      const wallet = await wallets.ofAccount(account)
      // First, so that a second database that is away fails while the person can ask again.
      if (wallet) await recovery.dropAll(wallet.id)
      await store.transact((db) => deleteRows(db, account))
      await store.transact((db) => audit.add(db, { at: now(), account, action: 'account.deleted' }))
      if (wallet) await dropKept(context, wallet.id)
    },
  }
}

const deleteRows = async (db: Kysely<Tables>, account: string): Promise<void> => {
  await holdAccount(db, account)
  await dropWallet(db, account)
  await db.deleteFrom('session').where('account', '=', account).execute()
  await db.deleteFrom('device').where('account', '=', account).execute()
  await db.deleteFrom('email_change').where('account', '=', account).execute()
  await db.deleteFrom('link').where('account', '=', account).execute()
  await db.deleteFrom('untold').where('account', '=', account).execute()
  await db.deleteFrom('identity').where('account', '=', account).execute()
  await db.deleteFrom('account').where('id', '=', account).execute()
}
