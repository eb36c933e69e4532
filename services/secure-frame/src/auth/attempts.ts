import { type Kysely, sql } from 'kysely'
import { type AttemptState, CODE_MS, CODE_TRIES } from '../contract/index.js'
import { hashOf, isSame, keyedHash, newCode } from '../secrets.js'
import { type Tables } from '../store/schema.js'

export interface NewAttempt {
  id: string
  project: string
  origin: string
  subject: string
  sealed: string
  jkt: string
  cookieHash: string | undefined
  agent: string
  lang: string
  now: number
  /** One of the two: the code itself, or the token of a link whose page shows one. */
  code?: string
  link?: string
}

export type Attempt = Tables['attempt']

/** A code is bound to its attempt, and so to the key of the frame that began it. */
const macOf = (pepper: Buffer, idHash: string, code: string): string =>
  keyedHash(pepper, 'code', idHash, code)

export async function addAttempt(
  db: Kysely<Tables>,
  pepper: Buffer,
  attempt: NewAttempt,
): Promise<void> {
  const { id, code, link, cookieHash, now, ...rest } = attempt
  const idHash = hashOf(id)
  await db
    .insertInto('attempt')
    .values({
      ...rest,
      id_hash: idHash,
      cookie_hash: cookieHash ?? null,
      state: 'sending',
      mac: code === undefined ? null : macOf(pepper, idHash, code),
      link_hash: link === undefined ? null : hashOf(link),
      tries: 0,
      used: 0,
      created: now,
      expires: now + CODE_MS,
    })
    .execute()
}

/** The attempt of an id, for the key that began it. */
export const findAttempt = (
  db: Kysely<Tables>,
  id: string,
  jkt: string,
): Promise<Attempt | undefined> =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('id_hash', '=', hashOf(id))
    .where('jkt', '=', jkt)
    .executeTakeFirst()

export const stateOf = (attempt: Attempt, now: number): AttemptState =>
  attempt.expires <= now || attempt.used ? 'expired' : (attempt.state as AttemptState)

/** The mail went out, or did not. An approval that came meanwhile stands. */
export async function setMailState(
  db: Kysely<Tables>,
  id: string,
  state: 'sent' | 'mail_failed',
): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ state })
    .where('id_hash', '=', hashOf(id))
    .where('state', '=', 'sending')
    .execute()
}

/**
 * Counts a try and compares the code. The count is one statement, so that of a thousand guesses at once
 * five are compared. A code that was denied, used or is over is not compared at all.
 * @returns `unevaluated` where nothing was compared
 */
export async function tryCode(
  db: Kysely<Tables>,
  pepper: Buffer,
  asked: { id: string; jkt: string; code: string; now: number },
): Promise<'right' | 'wrong' | 'unevaluated'> {
  const idHash = hashOf(asked.id)
  const { rows } = await sql<{ mac: string }>`
    update attempt set tries = tries + 1
    where id_hash = ${idHash} and jkt = ${asked.jkt} and mac is not null and used = 0
      and tries < ${CODE_TRIES} and expires > ${asked.now} and state <> 'denied'
    returning mac`.execute(db)
  const [row] = rows
  if (!row) return 'unevaluated'
  return isSame(row.mac, macOf(pepper, idHash, asked.code)) ? 'right' : 'wrong'
}

/** @returns false where another request used it first */
export async function useAttempt(db: Kysely<Tables>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempt')
    .set({ used: 1 })
    .where('id_hash', '=', hashOf(id))
    .where('used', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The attempt of a link that can still be approved or denied. */
export const findLink = (
  db: Kysely<Tables>,
  link: string,
  now: number,
): Promise<Attempt | undefined> =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('link_hash', '=', hashOf(link))
    .where('used', '=', 0)
    .where('expires', '>', now)
    .where('state', '<>', 'denied')
    .executeTakeFirst()

/**
 * Approves the device of a link with a new code. Approved again, as by a page that was loaded again,
 * it has another code; the tries stay counted.
 * @returns the code, or `undefined` where the link is over
 */
export async function approveLink(
  db: Kysely<Tables>,
  pepper: Buffer,
  link: string,
  now: number,
): Promise<{ code: string; idHash: string } | undefined> {
  const attempt = await findLink(db, link, now)
  if (!attempt) return undefined
  const code = newCode()
  const { numUpdatedRows } = await db
    .updateTable('attempt')
    .set({ state: 'approved', mac: macOf(pepper, attempt.id_hash, code) })
    .where('id_hash', '=', attempt.id_hash)
    .where('used', '=', 0)
    .where('state', '<>', 'denied')
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { code, idHash: attempt.id_hash } : undefined
}

/** @returns the attempt that was stopped */
export async function denyLink(
  db: Kysely<Tables>,
  link: string,
  now: number,
): Promise<{ idHash: string } | undefined> {
  const attempt = await findLink(db, link, now)
  if (!attempt) return undefined
  await db
    .updateTable('attempt')
    .set({ state: 'denied', mac: null })
    .where('id_hash', '=', attempt.id_hash)
    .execute()
  return { idHash: attempt.id_hash }
}

/** Drops what is over. */
export async function dropAttempts(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where('expires', '<', now - CODE_MS)
    .execute()
}
