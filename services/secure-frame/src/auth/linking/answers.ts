import { type Transaction } from 'kysely'
import { type FrameContext } from '../../context.js'
import { type SignInKind } from '../../contract/index.js'
import { type Tables } from '../../store/schema.js'
import { forgetWrong } from '../../store/counters.js'
import { holdAddress } from '../address.js'
import { useAttempt } from '../attempts.js'
import { requireSettled } from '../emailUndo.js'
import {
  type Admitted,
  type NamedPerson,
  admitPerson,
  attachPerson,
  isPersonOf,
} from '../identities.js'
import { holdAccount } from '../sessions.js'
import { compare, findAccount } from '../signIn.js'
import { otherPerson, takePerson } from '../social/complete.js'
import { type Link, requireLink, useLink } from './questions.js'

/** The frame that answers a question. */
export interface Answering {
  project: string
  link: string
  jkt: string
  cookieHash: string | undefined
  /** After the answer the browser has this one. */
  newCookieHash: string
}

const personOf = ({ project, kind, subject, sealed, email_hash }: Link): NamedPerson => ({
  ...{ project, kind: kind as SignInKind, subject, sealed, emailHash: email_hash },
  email: undefined,
})

const enter = (
  context: FrameContext,
  db: Transaction<Tables>,
  link: Link,
  { jkt, newCookieHash }: Answering,
  at: number,
): Promise<Admitted> => {
  const seen = { jkt, cookieHash: newCookieHash, agent: link.agent, at }
  return admitPerson(context, db, personOf(link), seen)
}

/** Adds the sign-in of before to the account that is proved now, and opens it. */
async function join(
  context: FrameContext,
  db: Transaction<Tables>,
  link: Link,
  asker: Answering,
  at: number,
): Promise<Admitted> {
  await requireSettled(db, link.account, at)
  await useLink(db, link.id_hash)
  await attachPerson(context, db, personOf(link), link.account, at)
  return enter(context, db, link, asker, at)
}

const count = ({ metrics }: FrameContext, { kind }: Link, outcome: string): void =>
  metrics.count('sign_ins_total', { kind, outcome })

/** A code that went to the address of the other account opens that account by both sign-ins. */
export async function linkByEmail(
  context: FrameContext,
  asker: Answering,
  { id, code }: { id: string; code: string },
): Promise<Admitted> {
  const { store, now } = context
  const { jkt } = asker
  const link = await requireLink(store.db, asker, now())
  const opened = await compare(context, { id, code, jkt }, async (db, attempt, at) => {
    await holdAccount(db, link.account)
    const { project, subject } = attempt
    const isOther =
      project !== link.project || (await findAccount(db, project, subject)) !== link.account
    if (isOther || !(await useAttempt(db, id))) return undefined
    await forgetWrong(db, subject)
    return join(context, db, link, asker, at)
  })
  count(context, link, 'linked')
  return opened
}

/** The result of a provider of the other account opens that account by both sign-ins. */
export async function linkBySocial(
  context: FrameContext,
  asker: Answering,
  { login, result }: { login: string; result: string },
): Promise<Admitted> {
  const { store, now } = context
  const link = await requireLink(store.db, asker, now())
  const { person } = await takePerson(context, { project: link.project, login, result }, asker)
  const opened = await store.transact(async (db) => {
    await holdAccount(db, link.account)
    if (!(await isPersonOf(db, person, link.account))) {
      count(context, link, 'other_person')
      throw otherPerson()
    }
    return join(context, db, link, asker, now())
  })
  count(context, link, 'linked')
  return opened
}

/** The person wants an account of its own for the new sign-in. */
export async function declineLink(context: FrameContext, asker: Answering): Promise<Admitted> {
  const { store, now } = context
  const link = await requireLink(store.db, asker, now())
  const opened = await store.transact(async (db) => {
    // Another first sign-in with that address waits, and sees the account that this makes.
    if (link.email_hash !== null) await holdAddress(store, db, link.email_hash)
    await useLink(db, link.id_hash)
    return enter(context, db, link, asker, now())
  })
  count(context, link, 'declined')
  return opened
}
