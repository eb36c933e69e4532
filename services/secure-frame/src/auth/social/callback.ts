import * as v from 'valibot'
import { type FrameContext } from '../../context.js'
import { type LoginState, type SocialProvider } from '../../contract/index.js'
import { type ProviderAnswer } from './exchange.js'
import {
  type Login,
  answerContext,
  findLogin,
  isOver,
  loginOf,
  noteAnswer,
  settleLogin,
} from './logins.js'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))
/** The fields that a provider sends by the query, or Apple by a form. */
const callbackFields = v.object({
  state: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  code: v.optional(text),
  iss: v.optional(text),
  error: v.optional(text),
  user: v.optional(text),
})

/** Words of providers for a person who refuses. */
const REFUSED = ['access_denied', 'user_cancelled_authorize', 'user_denied']

const appleUser = v.object({
  name: v.object({
    firstName: v.optional(v.string(), ''),
    lastName: v.optional(v.string(), ''),
  }),
})

/** The name that Apple's form has at the first sign-in. */
const readName = (user: string | undefined): string | undefined => {
  try {
    const { name } = v.parse(appleUser, JSON.parse(user ?? ''))
    return `${name.firstName} ${name.lastName}`.trim() || undefined
  } catch {
    return undefined
  }
}

/** Cookies of the browser that came to the callback, hashed. */
export interface CallbackBrowser {
  deviceHash: string | undefined
  browserHash: string | undefined
}

export interface Returned {
  login: string
  row: Login
  /** Whether it is the browser that began. Where no cookie says so, the page asks the person. */
  isProven: boolean
  /** False where the provider sent a failure, which signs nobody in. */
  isDone: boolean
}

const isSameBrowser = (row: Login, { deviceHash, browserHash }: CallbackBrowser): boolean =>
  (deviceHash !== undefined && deviceHash === row.cookie_hash) ||
  (browserHash !== undefined && browserHash === row.browser_hash)

/** Finds a sign-in that can still go on, by the state that the provider was given for it. */
async function findOpen(
  context: FrameContext,
  provider: SocialProvider,
  state: string,
): Promise<{ login: string; row: Login } | undefined> {
  const login = loginOf(context, state)
  const row = await findLogin(context.store.db, login)
  return row?.provider === provider && !isOver(row, context.now()) ? { login, row } : undefined
}

/**
 * Takes what a provider sent back. The code is kept and not used yet: the frame that began does that by
 * the result. Nothing of it is told to that frame before the browser has proved to be the one that began,
 * so that a link which somebody else began signs nobody in there.
 * @returns `undefined` where the state is unknown, over, of another provider, or was answered
 */
export async function takeCallback(
  context: FrameContext,
  provider: SocialProvider,
  sent: Readonly<Record<string, unknown>>,
  browser: CallbackBrowser,
): Promise<Returned | undefined> {
  const { store, vault, waits, now } = context
  const read = v.safeParse(callbackFields, sent)
  const found = read.success ? await findOpen(context, provider, read.output.state) : undefined
  if (!read.success || !found) return undefined
  const { code, iss, error, user } = read.output
  const { login, row } = found
  const isProven = isSameBrowser(row, browser)
  const answer: ProviderAnswer | undefined =
    error === undefined && code !== undefined ? { code, iss, name: readName(user) } : undefined
  const state: LoginState = answer
    ? 'returned'
    : REFUSED.includes(error ?? '')
      ? 'denied'
      : 'failed'
  const bytes = Buffer.from(JSON.stringify(answer ?? {}))
  const { sealed } = await vault.seal(bytes, answerContext(row.id_hash))
  const came = { state, answer: sealed, isProven, now: now() }
  if (!(await store.transact((db) => noteAnswer(db, row.id_hash, came)))) return undefined
  waits.wake(row.id_hash)
  return { login, row, isProven, isDone: answer !== undefined }
}

/** Takes the person's word on the page of the callback. @returns `undefined` where the sign-in is over */
export async function takeWord(
  context: FrameContext,
  provider: SocialProvider,
  state: string,
  isOwn: boolean,
): Promise<Login | undefined> {
  const { store, waits, now } = context
  const found = await findOpen(context, provider, state)
  if (!found) return undefined
  const { id_hash: idHash } = found.row
  if (!(await store.transact((db) => settleLogin(db, idHash, isOwn, now())))) return undefined
  waits.wake(idHash)
  return found.row
}
