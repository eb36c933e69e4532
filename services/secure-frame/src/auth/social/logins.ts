import { type Kysely } from 'kysely'
import { type FrameContext } from '../../context.js'
import { LOGIN_MS, type LoginState, RESULT_PATH } from '../../contract/index.js'
import { hashOf, keyedHash } from '../../secrets.js'
import { type Tables } from '../../store/schema.js'
import { contextOf } from '../../vault/seal.js'

export type Login = Tables['login']

/** The frame that asks: its key, and the cookie of its device. */
export interface Asker {
  jkt: string
  cookieHash: string | undefined
}

/** Names a sign-in by its state, which only the provider's page has: the frame's name of it opens no callback. */
export const loginOf = ({ keys }: Pick<FrameContext, 'keys'>, state: string): string =>
  keyedHash(keys.pepper, 'login', state)

/** The secret of a result. It is kept nowhere: nobody makes it without the pepper. */
export const resultOf = ({ keys }: Pick<FrameContext, 'keys'>, login: string): string =>
  keyedHash(keys.pepper, 'social result', login)

export const resultUri = (context: Pick<FrameContext, 'keys' | 'publicUrl'>, login: string) =>
  `${context.publicUrl}${RESULT_PATH}?login=${login}&result=${resultOf(context, login)}`

/** The context that an answer is sealed in. */
export const answerContext = (idHash: string): string => contextOf('login', idHash)

export type NewLogin = Omit<
  Login,
  'id_hash' | 'state' | 'answer' | 'proven' | 'used' | 'created' | 'expires'
> & { id: string; now: number }

export async function addLogin(
  db: Kysely<Tables>,
  { id, now, ...row }: NewLogin,
): Promise<{ expiresAt: number }> {
  const expires = now + LOGIN_MS
  const blank = { state: 'started', answer: null, proven: 0, used: 0, created: now, expires }
  await db
    .insertInto('login')
    .values({ id_hash: hashOf(id), ...row, ...blank })
    .execute()
  return { expiresAt: expires }
}

export const findLogin = (db: Kysely<Tables>, id: string): Promise<Login | undefined> =>
  db.selectFrom('login').selectAll().where('id_hash', '=', hashOf(id)).executeTakeFirst()

/** Whether a sign-in was begun by this frame: by its key, or by the cookie where it keeps no key. */
export const isOfAsker = (login: Login, { jkt, cookieHash }: Asker): boolean =>
  login.jkt === jkt || (cookieHash !== undefined && login.cookie_hash === cookieHash)

export const isOver = ({ used, expires }: Login, now: number): boolean =>
  used !== 0 || expires <= now

export const stateOf = (login: Login, now: number): LoginState =>
  isOver(login, now) ? 'expired' : (login.state as LoginState)

/**
 * Notes what came back. It stays, unless it came to another browser than the one that began and now comes
 * to that one.
 * @returns false where the sign-in is over, or an answer was there
 */
export async function noteAnswer(
  db: Kysely<Tables>,
  idHash: string,
  came: { state: LoginState; answer: string | null; isProven: boolean; now: number },
): Promise<boolean> {
  const { state, answer, isProven, now } = came
  const { numUpdatedRows } = await db
    .updateTable('login')
    .set({ state, answer, proven: Number(isProven) })
    .where('id_hash', '=', idHash)
    .where('used', '=', 0)
    .where('expires', '>', now)
    .where((row) =>
      row.or([row('state', '=', 'started'), ...(isProven ? [row('proven', '=', 0)] : [])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The person says on the page of the callback whether it was they who began. */
export async function settleLogin(
  db: Kysely<Tables>,
  idHash: string,
  isOwn: boolean,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('login')
    .set(isOwn ? { proven: 1 } : { proven: 1, state: 'denied', answer: null })
    .where('id_hash', '=', idHash)
    .where('used', '=', 0)
    .where('expires', '>', now)
    .where('state', '=', 'returned')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false where another request used it first */
export async function useLogin(db: Kysely<Tables>, idHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('login')
    .set({ used: 1, answer: null, secret: '', nonce: '' })
    .where('id_hash', '=', idHash)
    .where('used', '=', 0)
    .where('expires', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Drops what is over. */
export async function dropLogins(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('login')
    .where('expires', '<', now - LOGIN_MS)
    .execute()
}
