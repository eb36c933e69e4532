import { refusal } from '@latchkey/service-kit/http'
import { type FrameContext } from '../../context.js'
import { REASONS, type SignInKind, type SignIns } from '../../contract/index.js'
import { markUntold } from '../../vault/untold.js'
import { requireSettled } from '../emailUndo.js'
import { type Identity, attachPerson, kindsOf, readIdentities } from '../identities.js'
import { type Session, hasSession, holdAccount, noSession } from '../sessions.js'
import { takePerson } from '../social/complete.js'
import { canProve } from './questions.js'

const notThere = () => refusal(404, REASONS.missing, 'The account has no such sign-in.')

/** An address that its owner knows again, and that tells others little. */
const maskAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${Array.from(email)[0] ?? ''}•••${email.slice(at)}`
}

const nameOf = ({ kind, name, email }: Identity): string =>
  (kind === 'email' ? undefined : name) ?? (email === undefined ? '' : maskAddress(email))

/**
 * Why a sign-in cannot be removed. The one by mail is changed by codes of both addresses, and undone by the
 * old one: removed and added anew it would be changed without either.
 */
const whyItStays = (
  context: Pick<FrameContext, 'socials' | 'farcaster'>,
  kind: string,
  kinds: readonly string[],
): 'address' | 'last' | undefined => {
  if (kind === 'email') return 'address'
  return kinds.some((other) => other !== kind && canProve(context, other)) ? undefined : 'last'
}

/** The sign-ins of an account, and those that can be added. */
export async function listSignIns(context: FrameContext, account: string): Promise<SignIns> {
  const { socials, farcaster } = context
  const identities = await readIdentities(context, account)
  const offered: SignInKind[] = [
    'email',
    ...socials.keys(),
    ...(farcaster ? (['farcaster'] as const) : []),
  ]
  const kinds = identities.map(({ kind }) => kind)
  return {
    signIns: identities.map((identity) => {
      const stays = whyItStays(context, identity.kind, kinds)
      return { kind: identity.kind, name: nameOf(identity), ...(stays && { stays }) }
    }),
    canAdd: offered.filter((kind) => !kinds.includes(kind)),
  }
}

/**
 * Adds the sign-in of a provider's result to the account of a session.
 * @returns false where the account had it
 */
export async function addSignIn(
  context: FrameContext,
  session: Session,
  { login, result }: { login: string; result: string },
): Promise<boolean> {
  const { store, now, metrics } = context
  const { account, project, jkt } = session
  const asker = { jkt, cookieHash: undefined }
  const { person } = await takePerson(context, { project, login, result }, asker)
  const isAdded = await store.transact(async (db) => {
    await holdAccount(db, account)
    // The provider took its time: the session, or the account, may have ended meanwhile.
    if (!(await hasSession(db, session))) throw noSession()
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
  context: FrameContext,
  account: string,
  kind: SignInKind,
): Promise<void> {
  const { store, audit, now } = context
  await store.transact(async (db) => {
    await holdAccount(db, account)
    await requireSettled(db, account, now())
    const kinds = await kindsOf(db, account)
    if (!kinds.includes(kind)) throw notThere()
    const stays = whyItStays(context, kind, kinds)
    if (stays === 'address')
      throw refusal(409, REASONS.addressStays, 'An address is changed, and is not removed.')
    if (stays) throw refusal(409, REASONS.lastSignIn, 'Nothing else opens this account.')
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
    await markUntold(db, account)
    await audit.add(db, { at: now(), account, action: 'sign_in.removed' })
  })
}
