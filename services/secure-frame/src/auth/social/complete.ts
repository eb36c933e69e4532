import { refusal } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { type FrameContext } from '../../context.js'
import { REASONS, type SocialProvider } from '../../contract/index.js'
import { isSame } from '../../secrets.js'
import { type NamedPerson, type ProviderKind, isPersonOf, namePerson } from '../identities.js'
import { type Entered, admitOrAsk } from '../linking/questions.js'
import { type Session } from '../sessions.js'
import { redirectUriOf } from './begin.js'
import { providerError, reasonOf } from './boundedFetch.js'
import { providerAnswer } from './exchange.js'
import {
  type Asker,
  type Login,
  answerContext,
  findLogin,
  isOfAsker,
  resultOf,
  stateOf,
  useLogin,
} from './logins.js'
import { type Profile } from './providers.js'

export interface Result {
  project: string
  login: string
  result: string
}

/** The profile of Farcaster: its message was checked before it was kept. */
const farcasterAnswer = v.object({ subject: v.string(), name: v.optional(v.string()) })

const expired = () =>
  refusal(400, REASONS.expired, 'This sign-in is over, or was begun elsewhere. Start again.')
const failed = () =>
  refusal(502, REASONS.provider, 'The provider did not answer as it should. Try again.')
export const otherPerson = () =>
  refusal(403, REASONS.otherPerson, 'The provider has named another person.')
const denied = () => refusal(403, REASONS.denied, 'The sign-in was refused at the provider.')

/**
 * Uses a sign-in that came back, once, and takes the profile. A code that was used counts, whatever comes
 * of it: no provider takes it twice.
 */
export async function takePerson(
  context: FrameContext,
  { project, login, result }: Result,
  asker: Asker,
): Promise<{ person: NamedPerson; row: Login }> {
  const { store, metrics, now, log } = context
  const row = await findLogin(store.db, login)
  const isOwn =
    row?.project === project && isOfAsker(row, asker) && isSame(result, resultOf(context, login))
  const count = (outcome: string) =>
    metrics.count('sign_ins_total', { kind: row?.provider ?? 'social', outcome })
  if (!row || !isOwn) {
    count('unknown')
    throw expired()
  }
  const state = stateOf(row, now())
  const isUsed = state !== 'started' && state !== 'expired' && (await use(context, row))
  if (!isUsed) {
    count('used')
    throw expired()
  }
  if (state !== 'returned') {
    count(state)
    throw state === 'denied' ? denied() : failed()
  }
  try {
    const kind = row.provider as ProviderKind
    return { person: await namePerson(context, project, kind, await profileOf(context, row)), row }
  } catch (error) {
    count('provider_failed')
    log('warn', 'social.failed', { provider: row.provider, reason: reasonOf(error) })
    throw failed()
  }
}

const use = ({ store, now }: FrameContext, row: Login): Promise<boolean> =>
  store.transact((db) => useLogin(db, row.id_hash, now()))

async function profileOf(context: FrameContext, row: Login): Promise<Profile> {
  const plain = await context.vault.open(row.answer ?? '', answerContext(row.id_hash))
  const answer: unknown = JSON.parse(plain.toString())
  if (row.provider === 'farcaster') return v.parse(farcasterAnswer, answer)
  const provider = row.provider as SocialProvider
  const access = context.socials.get(provider)
  // The operator has taken it away meanwhile.
  if (!access) throw providerError('refused')
  return access.profileOf(v.parse(providerAnswer, answer), {
    verifier: row.secret,
    nonce: row.nonce,
    redirectUri: redirectUriOf(context.publicUrl, provider),
  })
}

/** The result of a provider opens a session, or leads to a question. */
export async function verifySocial(
  context: FrameContext,
  result: Result,
  asker: Asker & { /** After the answer the browser has this one. */ newCookieHash: string },
): Promise<Entered> {
  const { person, row } = await takePerson(context, result, asker)
  const seen = {
    jkt: asker.jkt,
    cookieHash: asker.newCookieHash,
    agent: row.agent,
    at: context.now(),
  }
  const entered = await context.store.transact((db) => admitOrAsk(context, db, person, seen))
  const outcome = 'question' in entered ? 'asked' : 'signed_in'
  context.metrics.count('sign_ins_total', { kind: row.provider, outcome })
  return entered
}

/** The result of a provider makes the sign-in of a session fresh, where it is the same person. */
export async function confirmSocial(
  context: FrameContext,
  session: Session,
  { login, result }: Omit<Result, 'project'>,
): Promise<Session> {
  const { store, audit, metrics, now } = context
  const { account, project, jkt, handle_hash: handleHash } = session
  const asker = { jkt, cookieHash: undefined }
  const { person, row } = await takePerson(context, { project, login, result }, asker)
  const at = now()
  await store.transact(async (db) => {
    if (!(await isPersonOf(db, person, account))) {
      metrics.count('sign_ins_total', { kind: row.provider, outcome: 'other_person' })
      throw otherPerson()
    }
    await db
      .updateTable('session')
      .set({ auth_time: at })
      .where('handle_hash', '=', handleHash)
      .execute()
    await audit.add(db, { at, account, action: 'sign_in.confirmed' })
  })
  metrics.count('sign_ins_total', { kind: row.provider, outcome: 'confirmed' })
  return { ...session, auth_time: at }
}
