import { refusal } from '@latchkey/service-kit/http'
import { type Kysely } from 'kysely'
import { FRESH_MS, REASONS } from '../contract/index.js'
import { hashOf, newId, newSecret } from '../secrets.js'
import { type Tables } from '../store/schema.js'

export type Session = Tables['session'] & { project: string }

export interface Opened {
  token: string
  handle: string
  session: Session
}

export const noSession = () =>
  refusal(401, REASONS.session, 'There is no such session for this key. Resume it, or sign in.')

/** Tabs that share a sign-in; the oldest token ends for one more. */
const MAX_TOKENS = 20

/** Finds a session by its token, for the key that it is bound to. One of a device that is gone is over. */
export const findSession = (
  db: Kysely<Tables>,
  token: string,
  jkt: string,
  now: number,
): Promise<Session | undefined> =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .innerJoin('device', 'device.id', 'session.device')
    .selectAll('session')
    .select('account.project')
    .where('session.id_hash', '=', hashOf(token))
    .where('session.jkt', '=', jkt)
    .where('session.expires', '>', now)
    .executeTakeFirst()

/** Whether a session that was found before is still there, and its account. */
export const hasSession = async (
  db: Kysely<Tables>,
  { id_hash }: Pick<Session, 'id_hash'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .select('session.id_hash')
    .where('session.id_hash', '=', id_hash)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewSession {
  account: string
  project: string
  device: string
  jkt: string
  now: number
  expires: number
  authTime: number
  /** The kind of the identity that opens it. */
  signIn: string | null
  /** Absent: a new sign-in. */
  handle?: string
}

export async function openSession(db: Kysely<Tables>, wanted: NewSession): Promise<Opened> {
  const { account, device, jkt, now, expires, authTime, project, signIn } = wanted
  const token = newSecret()
  const handle = wanted.handle ?? newSecret()
  const row = {
    id_hash: hashOf(token),
    account,
    device,
    jkt,
    handle_hash: hashOf(handle),
    created: now,
    expires,
    auth_time: authTime,
    sign_in: signIn,
  }
  await db.insertInto('session').values(row).execute()
  return { token, handle, session: { ...row, project } }
}

/**
 * Lets other transactions about this account wait until this one has ended: on PostgreSQL a session
 * could be opened beside the transaction that ends all of them. SQLite has one writer anyway.
 */
export const holdAccount = (db: Kysely<Tables>, account: string): Promise<unknown> =>
  db
    .updateTable('account')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', account)
    .execute()

/** Holds the account that a handle belongs to. @returns whether there is one */
const holdOwner = async (db: Kysely<Tables>, handleHash: string): Promise<boolean> => {
  const owner = await db
    .selectFrom('session')
    .select('account')
    .where('handle_hash', '=', handleHash)
    .executeTakeFirst()
  if (owner) await holdAccount(db, owner.account)
  return owner !== undefined
}

/**
 * A new token for a handle. The handle alone is worth nothing: the frame's key or the cookie of its
 * device has to come with it.
 */
export async function resumeSession(
  db: Kysely<Tables>,
  asked: {
    handle: string
    /** Another project's frame may have the same key and cookie, and lets other pages in. */
    project: string
    jkt: string
    cookieHash: string | undefined
    now: number
  },
): Promise<Opened | undefined> {
  if (!(await holdOwner(db, hashOf(asked.handle)))) return undefined
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .innerJoin('device', 'device.id', 'session.device')
    .selectAll('session')
    .select(['account.project', 'device.cookie_hash', 'device.jkt as device_jkt'])
    .where('session.handle_hash', '=', hashOf(asked.handle))
    .where('account.project', '=', asked.project)
    .where('session.expires', '>', asked.now)
    .orderBy('session.created', 'desc')
    .execute()
  const [newest] = rows
  if (!newest) return undefined
  const hasKey = rows.some(({ jkt }) => jkt === asked.jkt) || newest.device_jkt === asked.jkt
  const hasCookie = asked.cookieHash !== undefined && newest.cookie_hash === asked.cookieHash
  if (!hasKey && !hasCookie) return undefined
  for (const { id_hash } of rows.slice(MAX_TOKENS - 1))
    await db.deleteFrom('session').where('id_hash', '=', id_hash).execute()
  await db
    .updateTable('device')
    .set({ last_seen: asked.now })
    .where('id', '=', newest.device)
    .execute()
  return openSession(db, {
    account: newest.account,
    project: newest.project,
    device: newest.device,
    jkt: asked.jkt,
    now: asked.now,
    expires: newest.expires,
    authTime: newest.auth_time,
    signIn: newest.sign_in,
    handle: asked.handle,
  })
}

export const isFresh = (session: Session, now: number): boolean =>
  now - session.auth_time <= FRESH_MS

/** @returns how many tokens ended */
export const endSessions = async (
  db: Kysely<Tables>,
  account: string,
  column: 'handle_hash' | 'account' | 'device',
  value: string,
): Promise<number> => {
  await holdAccount(db, account)
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where(column, '=', value)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Removes a device of an account: its sessions end, and its home goes.
 * @returns false where the account has no such device
 */
export async function dropDevice(
  db: Kysely<Tables>,
  account: string,
  id: string,
): Promise<boolean> {
  await holdAccount(db, account)
  const { numDeletedRows } = await db
    .deleteFrom('device')
    .where('id', '=', id)
    .where('account', '=', account)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await endSessions(db, account, 'device', id)
  await db.deleteFrom('home').where('device', '=', id).execute()
  return true
}

/** The device of a session. */
export const deviceOf = (db: Kysely<Tables>, id: string): Promise<Tables['device']> =>
  db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A device of an account, by the frame's key or the cookie. */
export async function findDevice(
  db: Kysely<Tables>,
  account: string,
  jkt: string,
  cookieHash: string | undefined,
): Promise<Tables['device'] | undefined> {
  const devices = await db.selectFrom('device').selectAll().where('account', '=', account).execute()
  return (
    devices.find((device) => device.jkt === jkt) ??
    devices.find((device) => cookieHash !== undefined && device.cookie_hash === cookieHash)
  )
}

export interface SeenDevice {
  account: string
  jkt: string
  cookieHash: string | undefined
  name: string
  now: number
}

/** Notes that an account signed in on a device. */
export async function noteDevice(
  db: Kysely<Tables>,
  seen: SeenDevice,
): Promise<{ id: string; isNew: boolean }> {
  const { account, jkt, cookieHash, name, now } = seen
  const known = await findDevice(db, account, jkt, cookieHash)
  if (known) {
    const cookie = cookieHash === undefined ? {} : { cookie_hash: cookieHash }
    await db
      .updateTable('device')
      .set({ jkt, last_seen: now, ...cookie, ...(name && { name }) })
      .where('id', '=', known.id)
      .execute()
    return { id: known.id, isNew: false }
  }
  const id = newId()
  await db
    .insertInto('device')
    .values({
      id,
      account,
      jkt,
      cookie_hash: cookieHash ?? null,
      name,
      first_seen: now,
      last_seen: now,
    })
    .execute()
  return { id, isNew: true }
}
