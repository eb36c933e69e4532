import { LatchkeyError } from '@latchkey/plugin-api'
import { isOver } from '../stores/sessions.js'
import type { KnownSession, SiwxState } from '../types.js'
import type { SignInAttempt, SignInParts } from './signInParts.js'
import { cancelled, NO_SESSION } from './signInRules.js'
import type { Subject } from './subject.js'

interface Waiter {
  resolve(session: KnownSession): void
  reject(error: unknown): void
}

/** Calls of `signIn()` that wait for a session. */
export class Waiters {
  readonly #all = new Set<Waiter>()

  get isEmpty(): boolean {
    return !this.#all.size
  }
  wait = (): Promise<KnownSession> =>
    new Promise((resolve, reject) => this.#all.add({ resolve, reject }))
  resolve(session: KnownSession): void {
    for (const { resolve } of this.#all) resolve(session)
    this.#all.clear()
  }
  refuse(error: unknown): void {
    for (const { reject } of this.#all) reject(error)
    this.#all.clear()
  }
}

/** The attempt to sign in that is under way: one at a time, and a new one ends the one before. */
export class Attempts {
  #current: SignInAttempt | undefined
  /** Calls of the site that wait for the end of an attempt. */
  readonly waiters = new Waiters()
  constructor(readonly parts: SignInParts) {}

  get current(): SignInAttempt | undefined {
    return this.#current
  }
  /** Whether another attempt has taken its place, or it was ended. */
  isSuperseded(attempt: SignInAttempt): boolean {
    return attempt !== this.#current || attempt.ends.signal.aborted
  }

  begin(subject: Subject): SignInAttempt {
    this.#current?.ends.abort(
      new LatchkeyError('kernel.aborted', 'Another account or network is in use now.'),
    )
    return (this.#current = { subject, ends: new AbortController(), done: Promise.resolve() })
  }

  end(state: Partial<SiwxState>, reason = cancelled()): void {
    this.#current?.ends.abort(reason)
    this.#current = undefined
    this.parts.expiry.stop()
    this.parts.set(state)
  }

  /** The session of the account on the network, where the store has one that has not expired. */
  async findSession({ account, network }: Subject): Promise<KnownSession | undefined> {
    return (await this.parts.store.getSessions(network.id, account.address)).find(
      (session) => !isOver(session),
    )
  }

  /** The attempt has reached its goal: the visitor has this session. */
  accept({ subject }: SignInAttempt, session: KnownSession): void {
    const { set, declined, revocations, traces, expiry, screen } = this.parts
    set({ ...NO_SESSION, status: 'signedIn', session })
    declined.forget(subject.key)
    revocations.forget(session.data.accountAddress)
    traces.record(subject.account.connectionId, session)
    expiry.watch(session)
    screen.close()
    this.waiters.resolve(session)
  }
}
