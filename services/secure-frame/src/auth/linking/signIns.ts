import { refusal } from '@latchkey/service-kit/http'
import { type FrameContext } from '../../context.js'
import { REASONS, type SignInKind, type SignIns } from '../../contract/index.js'
import { requireSettled } from '../emailUndo.js'
import { type Identity, attachPerson, kindsOf, readIdentities } from '../identities.js'
import { type Session, holdAccount } from '../sessions.js'
import { takePerson } from '../social/complete.js'

const notThere = () => refusal(404, REASONS.missing, 'The account has no such sign-in.')

/** An address that its owner knows again, and that tells others little. */
const maskAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${Array.from(email)[0] ?? ''}•••${email.slice(at)}`
}

const nameOf = ({ kind, name, email }: Identity): string =>
  (kind === 'email' ? undefined : name) ?? (email === undefined ? '' : maskAddress(email))

/** The sign-ins of an account, and those that can be added. */
export async function listSignIns(context: FrameContext, account: string): Promise<SignIns> {
  const { socials, farcaster } = context
  const identities = await readIdentities(context, account)
  const has = (kind: SignInKind) => identities.some((identity) => identity.kind === kind)
  const offered: SignInKind[] = [
    'email',
    ...socials.keys(),
    ...(farcaster ? (['farcaster'] as const) : []),
  ]
  return {
    signIns: identities.map((identity) => ({ kind: identity.kind, name: nameOf(identity) })),
    canAdd: offered.filter((kind) => !has(kind)),
  }
}

/**
 * Adds the sign-in of a provider's result to the account of a session.
 * @returns false where the account had it
 */
export async function addSignIn(
  context: FrameContext,
  { account, project, jkt }: Session,
  { login, result }: { login: string; result: string },
): Promise<boolean> {
  const { store, now, metrics } = context
  const asker = { jkt, cookieHash: undefined }
  const { person } = await takePerson(context, { project, login, result }, asker)
  const isAdded = await store.transact(async (db) => {
    await holdAccount(db, account)
    await requireSettled(db, account, now())
    return attachPerson(context, db, person, account, now())
  })
  metrics.count('sign_ins_total', { kind: person.kind, outcome: 'added' })
  return isAdded
}

/**
 * Removes a sign-in and ends the sessions that it opened. Of a session that is older than the column it is
 * not known which one opened it: it ends too.
 */
export async function removeSignIn(
  { store, audit, now }: FrameContext,
  account: string,
  kind: SignInKind,
): Promise<void> {
  await store.transact(async (db) => {
    await holdAccount(db, account)
    await requireSettled(db, account, now())
    const kinds = await kindsOf(db, account)
    if (!kinds.includes(kind)) throw notThere()
    if (kinds.length === 1)
      throw refusal(409, REASONS.lastSignIn, 'Nothing else opens this account.')
    await db
      .deleteFrom('identity')
      .where('account', '=', account)
      .where('kind', '=', kind)
      .execute()
    await db
      .deleteFrom('session')
      .where('account', '=', account)
      .where((row) => row.or([row('sign_in', '=', kind), row('sign_in', 'is', null)]))
      .execute()
    await audit.add(db, { at: now(), account, action: 'sign_in.removed' })
  })
}
