import { refusal } from '@latchkey/service-kit/http'
import { type Kysely } from 'kysely'
import { type FrameContext } from '../context.js'
import { REASONS, UNDO_MS } from '../contract/index.js'
import { hashOf } from '../secrets.js'
import { type Tables } from '../store/schema.js'
import { markUntold } from '../vault/untold.js'
import { dropDevice, endSessions, holdAccount } from './sessions.js'

type EmailChange = Tables['email_change']

/** The kind of an identity that is an address. */
export const KIND = 'email' as const
const HOUR_MS = 60 * 60_000

/**
 * A change of this account's address that its old address can still undo. Until then whoever reads both
 * mailboxes for a while must not take the wallet along.
 */
export const findUndoable = (
  db: Kysely<Tables>,
  account: string,
  now: number,
): Promise<EmailChange | undefined> =>
  db
    .selectFrom('email_change')
    .selectAll()
    .where('account', '=', account)
    .where('stage', '=', 'done')
    .where('undo_hash', 'is not', null)
    .where('done', '>', now - UNDO_MS)
    .executeTakeFirst()

/**
 * @param newerThan refuses only where that moment, at which a device was seen first, is after the change
 * @throws a refusal with 403 while the change can be undone
 */
export async function requireSettled(
  db: Kysely<Tables>,
  account: string,
  now: number,
  newerThan?: number,
): Promise<void> {
  const change = await findUndoable(db, account, now)
  if (!change || (newerThan !== undefined && newerThan <= (change.done ?? 0))) return
  throw refusal(
    403,
    REASONS.changed,
    'The address of this account was changed. This is possible again when the old address can no longer undo it.',
    retryAfter(change, now),
  )
}

const retryAfter = ({ done }: EmailChange, now: number) => ({
  'Retry-After': String(Math.ceil(((done ?? 0) + UNDO_MS - now) / 1000)),
})

/**
 * An address that can undo a change gets no account of its own meanwhile: the undo would find it taken.
 * @throws a refusal with 409
 */
export async function requireNotLeft(
  db: Kysely<Tables>,
  project: string,
  subject: string,
  now: number,
): Promise<void> {
  const left = await db
    .selectFrom('email_change')
    .selectAll()
    .where('project', '=', project)
    .where('old_subject', '=', subject)
    .where('undo_hash', 'is not', null)
    .where('done', '>', now - UNDO_MS)
    .executeTakeFirst()
  if (left)
    throw refusal(
      409,
      REASONS.changed,
      'The account of this address has another address now. A mail to this one says how to undo that.',
      retryAfter(left, now),
    )
}

/** The change of a link that can still be undone. */
export const findUndo = (
  db: Kysely<Tables>,
  link: string,
  now: number,
): Promise<EmailChange | undefined> =>
  db
    .selectFrom('email_change')
    .selectAll()
    .where('undo_hash', '=', hashOf(link))
    .where('done', '>', now - UNDO_MS)
    .executeTakeFirst()

/**
 * Deletes the sign-ins that somebody added in the days before the change: the same person may have prepared
 * it. The sign-in that the account was made with stays.
 */
const dropAddedBefore = (db: Kysely<Tables>, account: string, done: number): Promise<unknown> =>
  db
    .deleteFrom('identity')
    .where('account', '=', account)
    .where('kind', '<>', KIND)
    .where('created', '>', done - UNDO_MS)
    .where('created', '>', ({ selectFrom }) =>
      selectFrom('account').select('created').where('id', '=', account),
    )
    .execute()

/** Gives an account its old address back, and ends what was signed in and added since. */
export async function undoChange(
  { store, audit, now }: FrameContext,
  link: string,
): Promise<EmailChange | undefined> {
  const at = now()
  return store.transact(async (db) => {
    const found = await findUndo(db, link, at)
    if (!found) return undefined
    await holdAccount(db, found.account)
    // Another request may have undone it before the account was held.
    const change = await findUndo(db, link, at)
    const { old_subject: subject, old_sealed: sealed, account, done } = change ?? {}
    if (!change || account === undefined || subject == null || sealed == null) return undefined
    await db
      .updateTable('identity')
      .set({ subject, sealed })
      .where('account', '=', account)
      .where('kind', '=', KIND)
      .execute()
    await dropAddedBefore(db, account, done ?? 0)
    await endSessions(db, account, 'account', account)
    const since = await db
      .selectFrom('device')
      .select('id')
      .where('account', '=', account)
      .where('first_seen', '>', done ?? 0)
      .execute()
    for (const { id } of since) await dropDevice(db, account, id)
    await markUntold(db, account)
    await audit.add(db, { at, account, action: 'email.change_undone' })
    await db
      .updateTable('email_change')
      .set({ undo_hash: null })
      .where('id_hash', '=', change.id_hash)
      .execute()
    return change
  })
}

/** Drops what is over and can no longer be undone. */
export async function dropEmailChanges(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('email_change')
    .where('created', '<', now - UNDO_MS - HOUR_MS)
    .execute()
}
