import { refusal } from '@latchkey/service-kit/http'
import { type Kysely, type Transaction } from 'kysely'
import * as v from 'valibot'
import { type FrameContext } from '../context.js'
import {
  REASONS,
  type SignInKind,
  type SocialProvider,
  email as emailField,
  signInKinds,
} from '../contract/index.js'
import { keyedHash, newId } from '../secrets.js'
import { type Tables } from '../store/schema.js'
import { contextOf } from '../vault/seal.js'
import { markUntold } from '../vault/untold.js'
import { addressSubject, holdAddress, normalizeAddress } from './address.js'
import { requireNotLeft } from './emailUndo.js'
import { type Opened, noteDevice, openSession } from './sessions.js'
import { type Profile } from './social/providers.js'

/** A sign-in that is not by mail. */
export type ProviderKind = SocialProvider | 'farcaster'

/** A way in which a person signs in. */
export interface Identity {
  kind: SignInKind
  /** Its own, or one that the provider has verified. */
  email?: string | undefined
  name?: string | undefined
}

/** As {@link addressContext} of sign-ins by mail: all rows of the table are sealed in one kind of context. */
const identityContext = (subject: string): string => contextOf('address', subject)

const kept = v.object({ email: v.optional(v.string()), name: v.optional(v.string()) })
const MAX_NAME_LENGTH = 100

/** A provider's id of a person, as the table has it. */
export const subjectOf = (
  { keys }: Pick<FrameContext, 'keys'>,
  project: string,
  kind: ProviderKind,
  subject: string,
): string => keyedHash(keys.pepper, 'provider', project, kind, subject)

/** One line that can be shown anywhere. */
const cleanName = (name: string | undefined): string | undefined => {
  const line = (name ?? '').normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, ' ')
  return Array.from(line.trim()).slice(0, MAX_NAME_LENGTH).join('') || undefined
}

const cleanEmail = (text: string | undefined): string | undefined =>
  v.is(emailField, text) ? normalizeAddress(text) : undefined

const openIdentity = async (
  { vault }: Pick<FrameContext, 'vault'>,
  { kind, subject, sealed }: Pick<Tables['identity'], 'kind' | 'subject' | 'sealed'>,
): Promise<Identity> => {
  const plain = (await vault.open(sealed, identityContext(subject))).toString()
  const known = v.parse(v.picklist(signInKinds), kind)
  return known === 'email'
    ? { kind: known, email: plain }
    : { kind: known, ...v.parse(kept, JSON.parse(plain)) }
}

/** The sign-ins of an account, the oldest first. */
export async function readIdentities(
  context: Pick<FrameContext, 'vault'> & { store: Pick<FrameContext['store'], 'db'> },
  account: string,
): Promise<Identity[]> {
  const rows = await context.store.db
    .selectFrom('identity')
    .select(['kind', 'subject', 'sealed'])
    .where('account', '=', account)
    .orderBy('created')
    .orderBy('kind')
    .execute()
  return Promise.all(rows.map((row) => openIdentity(context, row)))
}

/** The address of a person: the one that they sign in by, or else one that a provider has verified. */
export const addressOf = (identities: readonly Identity[]): string | undefined =>
  (identities.find(({ kind }) => kind === 'email') ?? identities.find(({ email }) => email))?.email

/** The row of a sign-in. */
export const findIdentity = (
  db: Kysely<Tables>,
  { project, kind, subject }: Pick<NamedPerson, 'project' | 'kind' | 'subject'>,
): Promise<Tables['identity'] | undefined> =>
  db
    .selectFrom('identity')
    .selectAll()
    .where('project', '=', project)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** A person who has proved a sign-in, ready to be written. */
export interface NamedPerson {
  project: string
  kind: SignInKind
  subject: string
  sealed: string
  /** The keyed hash of their verified address: by it another account of the same person is found. */
  emailHash: string | null
  email: string | undefined
}

/**
 * Seals what a provider says of a person. A name that it says at the first sign-in alone, as Apple does,
 * stays.
 */
export async function namePerson(
  context: FrameContext,
  project: string,
  kind: ProviderKind,
  profile: Profile,
): Promise<NamedPerson> {
  const subject = subjectOf(context, project, kind, profile.subject)
  const row = await findIdentity(context.store.db, { project, kind, subject })
  const before = row ? await openIdentity(context, row) : undefined
  const [email, name] = [cleanEmail(profile.email), cleanName(profile.name) ?? before?.name]
  const { sealed } = await context.vault.seal(
    Buffer.from(JSON.stringify({ email, name })),
    identityContext(subject),
  )
  const emailHash = email ? addressSubject(context.keys.pepper, project, email) : null
  return { project, kind, subject, sealed, emailHash, email }
}

/** The row of a person, as the table has it. */
const rowOf = ({ project, kind, subject, sealed, emailHash }: NamedPerson) => ({
  ...{ project, kind, subject, sealed },
  // The subject of a sign-in by mail is that hash.
  email_hash: kind === 'email' ? null : emailHash,
})

/**
 * Finds or makes the account of a person: by provider and its id, never by an address. Of two first
 * sign-ins at once one makes it, and the other finds it.
 */
async function ensureIdentity(
  db: Transaction<Tables>,
  person: NamedPerson,
  now: number,
): Promise<{ id: string; isNew: boolean }> {
  const { project, kind, subject } = person
  const id = newId()
  const row = rowOf(person)
  const { sealed, email_hash } = row
  const { account } = await db
    .insertInto('identity')
    .values({ ...row, account: id, created: now })
    .onConflict((conflict) =>
      conflict.columns(['project', 'kind', 'subject']).doUpdateSet({ sealed, email_hash }),
    )
    .returning('account')
    .executeTakeFirstOrThrow()
  if (account !== id) return { id: account, isNew: false }
  // Asked after the write, which waits for a change of the address that is under way.
  if (kind === 'email') await requireNotLeft(db, project, subject, now)
  await db.insertInto('account').values({ id, project, created: now }).execute()
  return { id, isNew: true }
}

/** Whether the account is the one of this person. */
export const isPersonOf = async (
  db: Transaction<Tables>,
  person: NamedPerson,
  account: string,
): Promise<boolean> => (await findIdentity(db, person))?.account === account

export interface Admitted extends Opened {
  /** A device on which an account of before has not signed in yet. */
  isNewDevice: boolean
}

/** The browser that a person signs in by. */
export interface SeenBrowser {
  jkt: string
  cookieHash: string
  agent: string
  at: number
}

/** Opens a session for a person who has proved a sign-in. */
export async function admitPerson(
  { audit, sessionMs }: FrameContext,
  db: Transaction<Tables>,
  person: NamedPerson,
  seen: SeenBrowser,
): Promise<Admitted> {
  const { jkt, cookieHash, agent, at } = seen
  const account = await ensureIdentity(db, person, at)
  const device = await noteDevice(db, {
    account: account.id,
    jkt,
    cookieHash,
    name: agent,
    now: at,
  })
  const { project, kind } = person
  const times = { now: at, expires: at + sessionMs, authTime: at }
  const session = { account: account.id, project, device: device.id, jkt, signIn: kind, ...times }
  const opened = await openSession(db, session)
  const entry = { at, account: account.id }
  await audit.add(
    db,
    ...(account.isNew ? [{ ...entry, action: 'account.created' as const }] : []),
    { ...entry, action: device.isNew ? 'signed_in_on_new_device' : 'signed_in' },
  )
  return { ...opened, isNewDevice: device.isNew && !account.isNew }
}

/** The kinds of sign-in that an account has. */
export const kindsOf = async (db: Kysely<Tables>, account: string): Promise<string[]> =>
  (await db.selectFrom('identity').select('kind').where('account', '=', account).execute()).map(
    ({ kind }) => kind,
  )

/**
 * Adds a sign-in to an account that is held, beside those that it has.
 * @returns false where the account has it already
 * @throws a refusal with 409 where it opens another account, or the account has another one of its kind
 */
export async function attachPerson(
  { audit, store }: FrameContext,
  db: Transaction<Tables>,
  person: NamedPerson,
  account: string,
  at: number,
): Promise<boolean> {
  const { project, kind, subject, emailHash } = person
  // A first sign-in with that address waits, and is asked whether this account is theirs.
  if (emailHash !== null) await holdAddress(store, db, emailHash)
  if (await isPersonOf(db, person, account)) return false
  const kinds = await kindsOf(db, account)
  if (kinds.includes(kind))
    throw refusal(409, REASONS.hasKind, 'This account has a sign-in of that kind already.')
  await db
    .insertInto('identity')
    .values({ ...rowOf(person), account, created: at })
    .onConflict((conflict) => conflict.columns(['project', 'kind', 'subject']).doNothing())
    .execute()
  if (!(await isPersonOf(db, person, account)))
    throw refusal(
      409,
      REASONS.signInTaken,
      'This sign-in opens another wallet. Sign in with it there and remove it, or use another one.',
    )
  // Asked after the write, as above.
  if (kind === 'email') await requireNotLeft(db, project, subject, at)
  await markUntold(db, account)
  await audit.add(db, { at, account, action: 'sign_in.added' })
  return true
}
