import type { InferOutput } from 'valibot'
import { FRESH_MS } from '../../contract/fields.js'
import { linkDecline, linkEmail, linkSocial } from '../../contract/linking.js'
import { REASONS } from '../../contract/reasons.js'
import {
  deviceWait,
  emailStart,
  emailVerify,
  sessionConfirm,
  sessionEnd,
  sessionResume,
  type AttemptState,
  type entered,
  type Question,
} from '../../contract/signIn.js'
import { socialConfirm, socialVerify } from '../../contract/social.js'
import { getUser, type User } from '../../contract/user.js'
import { FrameError, signedOut } from '../link/errors.js'
import { isRefusal, type Client } from './client.js'
import type { ServiceClock } from './clock.js'
import { createSocial, type Social, type SocialResult } from './social.js'

interface Opened {
  token: string
  handle: string
  user: User
}

interface Options {
  client: Client
  clock: ServiceClock
  projectId: string
  /** Origin of the page around the frame. */
  origin: string
  /** Origin of the frame. */
  ownOrigin: string
  lang: string
  /** The session ended: keys and cards go. */
  onEnd: () => void
}

/** The person's session with the service. */
export interface Session {
  user(): User | undefined
  /** The only part that the page around keeps. */
  handle(): string | undefined
  /** Whether the sign-in is recent enough for recovery, export and devices. */
  isFresh(): boolean
  /** Asks a route with the session's token. @throws FrameError where nobody is signed in */
  ask: Client
  /** The same for what no page of the person is behind: it is never asked a second time. */
  askOnce: Client
  /**
   * Runs pages. Where the service wants a fresher sign-in for what they ask, `confirm` has the person sign
   * in anew, and the same request goes out once more.
   */
  freshened(confirm: () => Promise<void>, run: () => Promise<void>): Promise<void>
  startEmail(email: string): Promise<'VERIFY_OTP' | 'VERIFY_DEVICE'>
  /** Settles when the person has approved this device. */
  waitForDevice(signal: AbortSignal): Promise<void>
  /** @returns a question where the person has to say first whether another account is theirs */
  verify(code: string): Promise<Question | undefined>
  /** The page around the frame, and its language: mails name and speak them. */
  readonly asker: { origin: string; lang: string }
  /** Begins sign-ins by providers. */
  readonly social: Social
  verifySocial(result: SocialResult): Promise<Question | undefined>
  /** Answers a question by the code of the mail that `startEmail` asked for: both sign-ins open one account. */
  linkByEmail(link: string, code: string): Promise<void>
  /** Answers it by a sign-in of the other account. */
  linkBySocial(link: string, result: SocialResult): Promise<void>
  /** Answers it by an account of its own. */
  declineLink(link: string): Promise<void>
  /** Sends a mail with a code to the person who is signed in. */
  startConfirm(): Promise<void>
  /** The code of that mail makes the sign-in fresh again. */
  confirm(code: string): Promise<void>
  /** Another sign-in by a provider makes this one fresh, where it is the same person. */
  confirmSocial(result: SocialResult): Promise<void>
  /** Whether the handle opens a session with this frame's key or cookie. */
  resume(handle: string): Promise<boolean>
  /**
   * Asks whether the session goes on, as before a signature. A service that is away does not end it.
   * @throws FrameError 4100 where it ended, as by a sign-out of all devices
   */
  check(): Promise<void>
  /** Reads the user anew, as after a wallet was made. */
  reload(): Promise<User>
  end(): Promise<void>
  /** Ends with this person's session: at a sign-out, and at the sign-in of whoever is next. */
  person(): AbortSignal
}

/** A card waits for so long whether the session goes on. */
const CHECK_MS = 3_000

const ENDS: { readonly [S in AttemptState]?: FrameError } = {
  denied: new FrameError('The sign-in was refused.', { reason: 'denied' }),
  expired: new FrameError('The time for this sign-in is over. Start again.', { reason: 'expired' }),
  mail_failed: new FrameError('The mail could not be sent. Try again.', { reason: 'mail_failed' }),
}

// eslint-disable-next-line max-lines-per-function -- a closure: nothing else may reach the token
export function createSession(options: Options): Session {
  const { client, clock, projectId, origin, onEnd, lang } = options
  let opened: Opened | undefined
  let attempt: { id: string; email: string } | undefined
  let confirmation: string | undefined
  /** When the person signed in on this page, by a clock that nobody sets. It may stand still in a sleep. */
  let signedInAt: number | undefined
  let person = new AbortController()
  const endPerson = (): void => {
    confirmation = undefined
    person.abort()
    person = new AbortController()
    onEnd()
  }
  const forget = (): void => {
    opened = undefined
    signedInAt = undefined
    endPerson()
  }
  /** Takes in what the service says of a person, unless another one is signed in by now. */
  const renew = (user: User, asked: Opened | undefined): void => {
    if (!opened || opened.token !== asked?.token) throw signedOut()
    opened = { ...opened, user }
  }
  const signedIn = (next: Opened): void => {
    // It may be another person's: nothing of the one before stays.
    if (opened) endPerson()
    opened = next
    attempt = undefined
    signedInAt = performance.now()
  }
  const enter = (answer: InferOutput<typeof entered>): Question | undefined => {
    if (!('question' in answer)) return void signedIn(answer)
    attempt = undefined
    return answer.question
  }
  const demandAttempt = (): string => {
    if (attempt === undefined)
      throw new FrameError('Ask for a code first.', { reason: 'no_attempt' })
    return attempt.id
  }
  let confirmFresh: (() => Promise<void>) | undefined
  const askOnce: Client = async (route, call) => {
    const current = opened
    if (!current) throw signedOut()
    try {
      return await client(route, { ...call, token: current.token })
    } catch (error) {
      const isOver = isRefusal(error, REASONS.session)
      if (isOver && opened?.token === current.token) forget()
      throw error
    }
  }
  const ask: Client = async (route, call) => {
    const current = opened
    try {
      return await askOnce(route, call)
    } catch (error) {
      if (!confirmFresh || !isRefusal(error, REASONS.fresh)) throw error
      await confirmFresh()
      if (opened?.token !== current?.token) throw signedOut()
      return askOnce(route, call)
    }
  }
  const start = (email: string) => client(emailStart, { body: { projectId, email, origin, lang } })
  return {
    user: () => opened?.user,
    handle: () => opened?.handle,
    isFresh: () =>
      opened !== undefined &&
      clock.now() - opened.user.signedInAt < FRESH_MS &&
      (signedInAt === undefined || performance.now() - signedInAt < FRESH_MS),
    ask,
    askOnce,
    async freshened(confirm, run) {
      confirmFresh = confirm
      try {
        await run()
      } finally {
        confirmFresh = undefined
      }
    },
    async startEmail(email) {
      // Where no other mail can be sent yet, the code of the last one still counts.
      if (attempt?.email !== email) attempt = undefined
      const { id, action } = await start(email)
      attempt = { id, email }
      return action
    },
    async waitForDevice(signal) {
      const id = demandAttempt()
      let seen: AttemptState | undefined
      while (seen !== 'approved') {
        const body = seen === undefined ? { id } : { id, seen }
        const { state } = await client(deviceWait, { body, signal })
        const end = ENDS[state]
        if (end) throw end
        seen = state
      }
    },
    verify: async (code) =>
      enter(await client(emailVerify, { body: { id: demandAttempt(), code } })),
    asker: { origin, lang },
    social: createSocial(options),
    verifySocial: async (result) =>
      enter(await client(socialVerify, { body: { projectId, ...result } })),
    async linkByEmail(link, code) {
      const body = { projectId, link, id: demandAttempt(), code }
      signedIn(await client(linkEmail, { body }))
    },
    linkBySocial: async (link, result) =>
      signedIn(await client(linkSocial, { body: { projectId, link, ...result } })),
    declineLink: async (link) => signedIn(await client(linkDecline, { body: { projectId, link } })),
    async startConfirm() {
      const current = opened
      if (!current) throw signedOut()
      const { email } = current.user
      if (email === undefined) throw new FrameError('There is no address.', { reason: 'no_email' })
      const { id } = await start(email)
      if (opened?.token !== current.token) throw signedOut()
      confirmation = id
    },
    async confirm(code) {
      if (!opened || confirmation === undefined) throw signedOut()
      const current = opened
      renew(await ask(sessionConfirm, { body: { id: confirmation, code } }), current)
      signedInAt = performance.now()
      confirmation = undefined
    },
    async confirmSocial(result) {
      const current = opened
      renew(await ask(socialConfirm, { body: result }), current)
      signedInAt = performance.now()
    },
    async resume(handle) {
      if (opened && (handle === '' || handle === opened.handle)) return true
      if (!/^[\w-]{43}$/.test(handle)) return false
      try {
        const next = await client(sessionResume, { body: { projectId, handle } })
        if (opened) endPerson()
        signedInAt = undefined
        opened = next
        return true
      } catch (error) {
        if (isRefusal(error, REASONS.session)) return false
        throw error
      }
    },
    async check() {
      try {
        const signal = AbortSignal.timeout(CHECK_MS)
        const current = opened
        renew(await ask(getUser, { method: 'GET', signal }), current)
      } catch (error) {
        if (isRefusal(error, REASONS.session)) throw signedOut()
      }
    },
    async reload() {
      const current = opened
      const user = await ask(getUser, { method: 'GET' })
      renew(user, current)
      return user
    },
    async end() {
      const token = opened?.token
      forget()
      // Signed out here in any case; the service forgets the session later where it is away.
      if (token !== undefined) await client(sessionEnd, { token }).catch(() => undefined)
    },
    person: () => person.signal,
  }
}
