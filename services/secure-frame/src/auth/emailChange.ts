import { refusal } from '@latchkey/service-kit/http'
import { type Kysely, type Transaction, sql } from 'kysely'
import { type FrameContext } from '../context.js'
import { CODE_MS, CODE_TRIES, REASONS } from '../contract/index.js'
import { hashOf, isSame, keyedHash, newCode, newSecret } from '../secrets.js'
import { type Budget, spend } from '../store/counters.js'
import { type Tables } from '../store/schema.js'
import { markUntold } from '../vault/untold.js'
import { addressSubject, holdAddress, normalizeAddress } from './address.js'
import { createChangeMails } from './emailChangeMails.js'
import { KIND, requireNotLeft, requireSettled } from './emailUndo.js'
import { type Session, holdAccount, isFresh } from './sessions.js'
import { addressContext, findAccount } from './signIn.js'

type EmailChange = Tables['email_change']
type Stage = 'primary' | 'secondary' | 'done'

export interface AskedChange {
  session: Session
  email: string
  origin: string
  lang: string
  agent: string
  /** Hash of the client's address. */
  client: string
}

export interface TriedChange {
  session: Session
  id: string
  code: string
}

const HOUR_MS = 60 * 60_000

const badCode = () => refusal(400, REASONS.code, 'This code is wrong or is over. Ask for another.')
const notFresh = () =>
  refusal(403, REASONS.fresh, 'This needs a new sign-in, of the last five minutes.')

/** A code is bound to its change and stage, and so to the session that began it. */
const macOf = (pepper: Buffer, idHash: string, stage: Stage, code: string): string =>
  keyedHash(pepper, 'email change', idHash, stage, code)

const ownIdentity = (db: Kysely<Tables>, account: string) =>
  db
    .selectFrom('identity')
    .selectAll()
    .where('account', '=', account)
    .where('kind', '=', KIND)
    .executeTakeFirst()

/** The steps of a change of an address. Mails go out after their step is written. */
export interface EmailChanges {
  start(asked: AskedChange): Promise<{ id: string; action: Action; expiresAt: number }>
  primary(tried: TriedChange): Promise<{ expiresAt: number }>
  secondary(tried: TriedChange): Promise<{ email: string }>
}
type Action = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

const budgetsOf = (
  { limits }: FrameContext,
  { session, client }: AskedChange,
  subject: string,
): Budget[] => [
  {
    key: `email changes ${session.account}`,
    most: limits.emailChanges,
    windowMs: 24 * HOUR_MS,
  },
  { key: `mail hour ${subject} of a change`, most: limits.mailHour, windowMs: HOUR_MS },
  { key: `mail client ${client}`, most: limits.mailClient, windowMs: HOUR_MS },
  { key: `mail project ${session.project}`, most: limits.mailProject, windowMs: HOUR_MS },
]

export function createEmailChanges(context: FrameContext): EmailChanges {
  const mails = createChangeMails(context)
  return {
    async start(asked) {
      const begun = await begin(context, asked)
      await mails.code(begun.change, begun.code)
      const action =
        begun.change.stage === 'primary' ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP'
      return { id: begun.id, action, expiresAt: begun.change.expires }
    },
    async primary(tried) {
      const code = newCode()
      const change = await compare(context, tried, 'primary', (db, row, at) =>
        passPrimary(context, db, tried, row, { code, at }),
      )
      await mails.code(change, code)
      return { expiresAt: change.expires }
    },
    async secondary(tried) {
      const link = newSecret()
      const change = await compare(context, tried, 'secondary', (db, row, at) =>
        finish(context, db, tried.session, row, { link, at }),
      )
      await mails.changed(change, link)
      return { email: await mails.newAddress(change) }
    },
  }
}

const begin = async (
  context: FrameContext,
  asked: AskedChange,
): Promise<{ id: string; code: string; change: EmailChange }> => {
  const { store, keys, vault, now } = context
  const { session, origin, lang, agent } = asked
  const address = normalizeAddress(asked.email)
  if (address === undefined) throw refusal(400, 'email', 'This is not an email address.')
  const subject = addressSubject(keys.pepper, session.project, address)
  const { sealed } = await vault.seal(Buffer.from(address), addressContext(subject))
  const [id, code, at] = [newSecret(), newCode(), now()]
  const idHash = hashOf(id)
  const change = await store.transact(async (db) => {
    await holdAccount(db, session.account)
    const own = await ownIdentity(db, session.account)
    if (own?.subject === subject)
      throw refusal(400, REASONS.sameEmail, 'This is the address that the account has.')
    // Without an old address there is no code that would make the sign-in fresh.
    if (!own && !isFresh(session, at)) throw notFresh()
    await requireSettled(db, session.account, at)
    await spend(db, budgetsOf(context, asked, subject), at)
    const stage: Stage = own ? 'primary' : 'secondary'
    const row: EmailChange = {
      ...{ id_hash: idHash, account: session.account, project: session.project },
      ...{ jkt: session.jkt, handle_hash: session.handle_hash },
      ...{ old_subject: own?.subject ?? null, old_sealed: own?.sealed ?? null },
      ...{ new_subject: subject, new_sealed: sealed, origin, agent, lang, stage },
      ...{ mac: macOf(keys.pepper, idHash, stage, code), tries: 0 },
      ...{ created: at, expires: at + CODE_MS, undo_hash: null, done: null },
    }
    await db.insertInto('email_change').values(row).execute()
    return row
  })
  return { id, code, change }
}

type OnRight = (
  db: Transaction<Tables>,
  change: EmailChange,
  at: number,
) => Promise<EmailChange | undefined>

/** Counts a try and compares the code, in one transaction with what the right one does. */
const compare = async (
  { store, keys, now }: FrameContext,
  { session, id, code }: TriedChange,
  stage: Stage,
  onRight: OnRight,
): Promise<EmailChange> => {
  const idHash = hashOf(id)
  const at = now()
  const changed = await store.transact(async (db) => {
    await holdAccount(db, session.account)
    const { rows } = await sql<EmailChange>`
      update email_change set tries = tries + 1
      where id_hash = ${idHash} and account = ${session.account} and jkt = ${session.jkt}
        and handle_hash = ${session.handle_hash} and stage = ${stage}
        and tries < ${CODE_TRIES} and expires > ${at}
      returning *`.execute(db)
    const [row] = rows
    if (!row?.mac || !isSame(row.mac, macOf(keys.pepper, idHash, stage, code))) return undefined
    return onRight(db, row, at)
  })
  if (!changed) throw badCode()
  return changed
}

const update = async (
  db: Kysely<Tables>,
  change: EmailChange,
  values: Partial<EmailChange>,
): Promise<EmailChange> => {
  await db
    .updateTable('email_change')
    .set(values)
    .where('id_hash', '=', change.id_hash)
    .where('stage', '=', change.stage)
    .execute()
  return { ...change, ...values }
}

/** The code of the old address is a sign-in of its own. The code of the new one is due next. */
const passPrimary = async (
  { keys, audit }: FrameContext,
  db: Transaction<Tables>,
  { session }: TriedChange,
  change: EmailChange,
  { code, at }: { code: string; at: number },
): Promise<EmailChange | undefined> => {
  // The address may have been changed meanwhile, in another window.
  if ((await ownIdentity(db, change.account))?.subject !== change.old_subject) return undefined
  const { account, handle_hash } = session
  await db
    .updateTable('session')
    .set({ auth_time: at })
    .where('handle_hash', '=', handle_hash)
    .execute()
  await audit.add(db, { at, account, action: 'sign_in.confirmed' })
  const mac = macOf(keys.pepper, change.id_hash, 'secondary', code)
  return update(db, change, { stage: 'secondary', mac, tries: 0, expires: at + CODE_MS })
}

const finish = async (
  { audit, store }: FrameContext,
  db: Transaction<Tables>,
  { account }: Session,
  change: EmailChange,
  { link, at }: { link: string; at: number },
): Promise<EmailChange | undefined> => {
  const { project, new_subject: subject, new_sealed: sealed } = change
  // A first sign-in with that address waits, and is asked whether this account is theirs.
  await holdAddress(store, db, subject)
  const own = await ownIdentity(db, account)
  if ((own?.subject ?? null) !== change.old_subject) return undefined
  if ((await findAccount(db, project, subject)) !== undefined)
    throw refusal(
      409,
      REASONS.emailTaken,
      'This address has an account of its own here. Use another one.',
    )
  await requireNotLeft(db, project, subject, at)
  await requireSettled(db, account, at)
  if (own)
    await db
      .updateTable('identity')
      .set({ subject, sealed })
      .where('account', '=', account)
      .where('kind', '=', KIND)
      .execute()
  else
    await db
      .insertInto('identity')
      .values({ project, kind: KIND, subject, account, sealed, created: at })
      .execute()
  await markUntold(db, account)
  await audit.add(db, { at, account, action: own ? 'email.changed' : 'sign_in.added' })
  // An account that had no address has nobody who could undo it.
  const undo_hash = own ? hashOf(link) : null
  return update(db, change, { stage: 'done', mac: null, done: at, undo_hash })
}
