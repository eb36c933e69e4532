import { refusal } from '@latchkey/service-kit/http'
import { type Kysely, type Transaction } from 'kysely'
import { type FrameContext } from '../context.js'
import { CODE_MS, REASONS } from '../contract/index.js'
import { codeMail, linkMail } from '../mail/mails.js'
import { readSender } from '../mail/sender.js'
import { type FrameProject } from '../projects.js'
import { hashOf, newCode, newSecret } from '../secrets.js'
import {
  type Budget,
  forgetWrong,
  giveBack,
  holdCodes,
  noteWrong,
  pauseOf,
  spend,
} from '../store/counters.js'
import { type Tables } from '../store/schema.js'
import { contextOf } from '../vault/seal.js'
import { addressSubject, normalizeAddress } from './address.js'
import {
  type Attempt,
  addAttempt,
  findAttempt,
  setMailState,
  tryCode,
  useAttempt,
} from './attempts.js'
import { KIND } from './emailUndo.js'
import { type Entered, admitOrAsk } from './linking/questions.js'
import { type Session, findDevice } from './sessions.js'

export interface Asked {
  project: FrameProject
  email: string
  origin: string
  lang: string
  jkt: string
  cookieHash: string | undefined
  agent: string
  /** Hash of the client's address. */
  client: string
  /** Hash of the client's network. */
  network: string
}

export interface Started {
  id: string
  action: 'VERIFY_OTP' | 'VERIFY_DEVICE'
  expiresAt: number
  resendAt: number
}

export interface Tried {
  id: string
  code: string
  jkt: string
}

export interface Verified extends Tried {
  /** After the answer the browser has this one. */
  cookieHash: string
}

const SECOND_MS = 1_000
const HOUR_MS = 60 * 60 * SECOND_MS

/** The context that an address is sealed in. */
export const addressContext = (subject: string): string => contextOf('address', subject)

/** An address gets the figures of one network so many times from all networks together. */
const NETWORKS = 5

/**
 * A device that is known has a budget of its own, and needs none of the project's: whoever asks for
 * mails to other persons' addresses, or uses up what the project may send, cannot keep them out. Devices
 * that are not known have one for each network, so that one stranger neither keeps a new device out nor
 * learns by a refusal that somebody asked. All networks together have a bound too.
 */
const budgetsOf = (
  { limits }: FrameContext,
  asked: Asked,
  subject: string,
  device: string | undefined,
): { address: Budget[]; all: Budget[] } => {
  const who = `${subject} ${device ?? `of ${asked.network}`}`
  const sum = [
    { key: `mail hour ${subject}`, most: NETWORKS * limits.mailHour, windowMs: HOUR_MS },
    { key: `mail day ${subject}`, most: NETWORKS * limits.mailDay, windowMs: 24 * HOUR_MS },
  ]
  const project = {
    key: `mail project ${asked.project.id}`,
    most: limits.mailProject,
    windowMs: HOUR_MS,
  }
  const address = [
    { key: `mail pause ${who}`, most: 1, windowMs: limits.mailPause * SECOND_MS },
    { key: `mail hour ${who}`, most: limits.mailHour, windowMs: HOUR_MS },
    { key: `mail day ${who}`, most: limits.mailDay, windowMs: 24 * HOUR_MS },
    ...(device === undefined ? sum : []),
  ]
  return {
    address,
    all: [
      ...address,
      { key: `mail client ${asked.client}`, most: limits.mailClient, windowMs: HOUR_MS },
      ...(device === undefined ? [project] : []),
    ],
  }
}

interface Prepared {
  id: string
  /** One of both: of a device that is known, or of a new one. */
  code?: string
  link?: string
  address: readonly Budget[]
}

/** Notes the attempt. Known and unknown addresses take the same way, with the same work. */
const prepare = async (
  context: FrameContext,
  asked: Asked,
  address: string,
  at: number,
): Promise<Prepared> => {
  const { keys, vault, store } = context
  const { project, origin, jkt, cookieHash, agent, lang } = asked
  const subject = addressSubject(keys.pepper, project.id, address)
  const { sealed } = await vault.seal(Buffer.from(address), addressContext(subject))
  const [id, link, code] = [newSecret(), newSecret(), newCode()]
  return store.transact(async (db) => {
    const account = await findAccount(db, project.id, subject)
    const device = await findDevice(db, account ?? '', jkt, cookieHash)
    const budgets = budgetsOf(context, asked, subject, device?.id)
    const proof = device ? { code } : { link }
    const row = { id, project: project.id, origin, subject, sealed, jkt, cookieHash, agent, lang }
    await addAttempt(db, keys.pepper, { ...row, now: at, ...proof })
    await spend(db, budgets.all, at)
    return { id, ...proof, address: budgets.address }
  })
}

/** Begins a sign-in: the answer is ready before the mail is sent. */
export async function startSignIn(context: FrameContext, asked: Asked): Promise<Started> {
  const { limits, now, mailer, metrics, store, waits, publicUrl } = context
  const address = normalizeAddress(asked.email)
  if (address === undefined) throw refusal(400, 'email', 'This is not an email address.')
  const at = now()
  const { id, code, link, address: budgets } = await prepare(context, asked, address, at)
  const by = { origin: asked.origin, agent: asked.agent, at, lang: asked.lang }
  const content =
    code === undefined ? linkMail(by, `${publicUrl}/device/${link}`) : codeMail(by, code)
  const { from } = asked.project
  const sender = from ? readSender('from', from) : context.mailFrom
  mailer.send({ ...content, from: sender, to: address }, async (isSent) => {
    const kind = code === undefined ? 'link' : 'code'
    metrics.count('mails_total', { kind, outcome: isSent ? 'sent' : 'failed' })
    await store.transact(async (db) => {
      await setMailState(db, id, isSent ? 'sent' : 'mail_failed')
      const keys = budgets.map(({ key }) => key)
      // A mail server that is away does not lock an address out.
      if (!isSent) await giveBack(db, keys)
    })
    waits.wake(hashOf(id))
  })
  return {
    id,
    action: code === undefined ? 'VERIFY_DEVICE' : 'VERIFY_OTP',
    expiresAt: at + CODE_MS,
    resendAt: at + limits.mailPause * SECOND_MS,
  }
}

/** Compares a code. The right one opens a session, or leads to a question. */
export async function verifySignIn(context: FrameContext, asked: Verified): Promise<Entered> {
  const entered = await compare(context, asked, (db, attempt, at) =>
    admit(context, db, attempt, asked, at),
  )
  const outcome = 'question' in entered ? 'asked' : 'signed_in'
  context.metrics.count('sign_ins_total', { kind: KIND, outcome })
  return entered
}

/** Compares a code, and makes the sign-in of a session fresh for the right one. */
export async function confirmSignIn(
  context: FrameContext,
  session: Session,
  asked: Tried,
): Promise<Session> {
  const at = await compare(context, asked, (db, attempt, at) =>
    refresh(context, db, attempt, { ...asked, session }, at),
  )
  context.metrics.count('sign_ins_total', { kind: KIND, outcome: 'signed_in' })
  return { ...session, auth_time: at }
}

type OnRight<T> = (db: Transaction<Tables>, attempt: Attempt, at: number) => Promise<T | undefined>

/**
 * Counts a try and compares a code, in one transaction with what the right one does.
 * @param onRight uses the attempt; `undefined` where another request used it first
 */
export async function compare<T>(
  context: FrameContext,
  asked: Tried,
  onRight: OnRight<T>,
): Promise<T> {
  const { store, keys, now, metrics } = context
  const { id, code, jkt } = asked
  const at = now()
  const attempt = await findAttempt(store.db, id, jkt)
  const refuse = (outcome: string): never => {
    metrics.count('sign_ins_total', { kind: KIND, outcome })
    throw refusal(400, REASONS.code, 'This code is wrong or is over. Ask for another.')
  }
  if (!attempt) return refuse('unknown')
  const { tried, opened } = await store.transact(async (db) => {
    await holdCodes(db, attempt.subject)
    const pause = await pauseOf(db, attempt.subject, at)
    if (pause > 0)
      throw refusal(429, REASONS.tooMany, 'There were too many wrong codes. Try again later.', {
        'Retry-After': String(Math.ceil(pause / SECOND_MS)),
      })
    const tried = await tryCode(db, keys.pepper, { id, jkt, code, now: at })
    if (tried === 'wrong') await noteWrong(db, attempt.subject, at)
    return { tried, opened: tried === 'right' && (await onRight(db, attempt, at)) }
  })
  if (!opened) return refuse(tried === 'right' ? 'used' : tried)
  return opened
}

/** @returns `undefined` where another request used the code first */
const admit = async (
  context: FrameContext,
  db: Transaction<Tables>,
  attempt: Attempt,
  { id, jkt, cookieHash }: Verified,
  at: number,
): Promise<Entered | undefined> => {
  if (!(await useAttempt(db, id))) return undefined
  await forgetWrong(db, attempt.subject)
  const { project, subject, sealed, agent } = attempt
  const email = (await context.vault.open(sealed, addressContext(subject))).toString()
  const person = { project, kind: KIND, subject, sealed, emailHash: subject, email }
  return admitOrAsk(context, db, person, { jkt, cookieHash, agent, at })
}

/** @returns the new time of the sign-in; `undefined` for a code of another person, or one that was used */
const refresh = async (
  { audit }: FrameContext,
  db: Transaction<Tables>,
  { project, subject }: Attempt,
  { id, session }: Tried & { session: Session },
  at: number,
): Promise<number | undefined> => {
  const { account, handle_hash } = session
  if ((await findAccount(db, project, subject)) !== account) return undefined
  if (!(await useAttempt(db, id))) return undefined
  await forgetWrong(db, subject)
  await db
    .updateTable('session')
    .set({ auth_time: at })
    .where('handle_hash', '=', handle_hash)
    .execute()
  await audit.add(db, { at, account, action: 'sign_in.confirmed' })
  return at
}

/** The account of an address. */
export const findAccount = async (
  db: Kysely<Tables>,
  project: string,
  subject: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('identity')
    .select('account')
    .where('project', '=', project)
    .where('kind', '=', KIND)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account
}
