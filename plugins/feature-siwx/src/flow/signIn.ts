import { isLatchkeyError, LatchkeyError, type ConnectResult } from '@latchkey/plugin-api'
import type { SiwxSession } from '@latchkey/siwx'
import { isOf } from '../stores/sessions.js'
import type { KnownSession, SignRequest } from '../types.js'
import type { Attempts } from './attempts.js'
import type { ShownRequest } from './previewer.js'
import type { CheckOptions, SignInAttempt, SignInParts } from './signInParts.js'
import {
  BUSY_STATUSES,
  cancelled,
  hasExpired,
  isUnsupportedFamily,
  mayAskByItself,
  mustSign,
  NO_SESSION,
  toStartFailed,
} from './signInRules.js'
import { demandSubject, disconnect, wantedSubject } from './subject.js'

/** From a connection to a session: looks for one, asks for one, has it signed and stores it. */
export class SignIn {
  constructor(
    readonly parts: SignInParts,
    readonly attempts: Attempts,
  ) {}

  /**
   * After a connect. A message that was signed together with it is used, if it is good; otherwise the
   * visitor is asked.
   */
  async connected(result: ConnectResult): Promise<void> {
    const { oneClick, declined, revocations, ctx, traces, store } = this.parts
    if (!result.restored) for (const { address } of result.accounts) declined.forgetAddress(address)
    const [signed] = await Promise.all([oneClick.take(result), revocations.retry()])
    const stored =
      signed &&
      (await store.add(signed).then(
        (session) => session ?? signed,
        (error: unknown) =>
          ctx.log.warn('The sign-in that came with the connection was refused:', error),
      ))
    // The visitor may have disconnected while the session was stored: then it must not stay.
    if (stored && !ctx.connections.get().connections.some(({ id }) => id === result.connectionId))
      return store.revoke(stored.data.chainId, stored.data.accountAddress)
    // Recorded here, as the session may be of another network than the one in use.
    if (stored) traces.record(result.connectionId, stored)
    await this.check({ restored: result.restored })
    if (stored) this.#announceSignedIn(stored, true)
  }

  /**
   * Looks whether the account and the network in use have a session, and asks for one. A second call
   * for the same account and network joins the first.
   */
  check(how: CheckOptions = {}): Promise<void> {
    const { attempts, parts } = this
    if (parts.ctx.signal.aborted) return Promise.resolve()
    const subject = wantedSubject(parts.ctx, parts.options)
    if (!subject) return Promise.resolve(this.drop())
    const running = attempts.current
    if (
      running?.subject.key === subject.key &&
      running.subject.account.connectionId === subject.account.connectionId &&
      BUSY_STATUSES.includes(parts.get().status)
    ) {
      running.isWanted ||= !!how.wanted
      if (how.wanted && parts.get().status === 'asking') parts.screen.show()
      return running.done
    }
    const attempt = attempts.begin(subject)
    return (attempt.done = this.#lookUp(attempt, how))
  }

  async #lookUp(attempt: SignInAttempt, how: CheckOptions): Promise<void> {
    const { attempts } = this
    const { set, get, screen, requests, options } = this.parts
    const { session } = get()
    // The current session stays in the state while the same account is checked again.
    if (!session || !isOf(attempt.subject.network.id, attempt.subject.account.address)(session))
      set({ ...NO_SESSION, status: 'checking' })
    try {
      const found = await attempts.findSession(attempt.subject)
      if (attempts.isSuperseded(attempt)) return
      if (found) return attempts.accept(attempt, found)
      const isWanted = how.wanted || attempt.isWanted || !attempts.waiters.isEmpty
      if (!isWanted && !mayAskByItself(attempt, this.parts)) {
        set({ ...NO_SESSION, status: 'signedOut' })
        return screen.close()
      }
      const request = await requests.make(attempt.subject)
      if (attempts.isSuperseded(attempt)) return
      set({ ...NO_SESSION, status: 'asking', request })
      attempt.isShown = true
      screen.show()
    } catch (error) {
      if (attempts.isSuperseded(attempt)) return
      if (isUnsupportedFamily(error, options)) {
        set({ ...NO_SESSION, status: 'signedOut', error })
        return attempts.waiters.refuse(error)
      }
      await this.#failStart(attempt, error, how)
    }
  }

  #announceSignedIn(session: KnownSession, oneClick: boolean): void {
    this.parts.tabs.announceChange()
    this.parts.ctx.events.emit('siwx:signed-in', { session, oneClick })
  }

  /**
   * The store gives neither sessions nor a nonce. For a connection that came back by itself an
   * optional sign-in is left for later: a fault of the store disconnects nobody's wallet.
   */
  async #failStart(
    { subject }: SignInAttempt,
    cause: unknown,
    { restored = false }: CheckOptions,
  ): Promise<void> {
    const { ctx, set, screen, options } = this.parts
    const error = toStartFailed(cause)
    this.attempts.end({ ...NO_SESSION, status: 'signedOut', error })
    ctx.events.emit('siwx:failed', { error, phase: 'start' })
    ctx.log.warn(error.message, cause)
    this.attempts.waiters.refuse(error)
    if (restored && !options.required) return screen.reset()
    screen.showStartFailure()
    await disconnect(ctx, subject)
    set({ status: 'idle', error })
    ctx.router.reset('Connect')
  }

  /** Ends everything: later answers are ignored. */
  readonly dispose = (): void => {
    const disposed = new LatchkeyError('kernel.disposed', 'The kernel was disposed.')
    this.attempts.waiters.refuse(disposed)
    this.attempts.end({}, disposed)
  }

  /**
   * The request that the previewer must recognise as its own. `undefined` where the visitor does not
   * see the view.
   */
  readonly getShownRequest = (): ShownRequest | undefined => {
    const { request, status } = this.parts.get()
    const attempt = this.attempts.current
    return attempt && request && status === 'signing' && this.parts.screen.isShown()
      ? { request, signal: attempt.ends.signal }
      : undefined
  }

  /** Asks the wallet to sign the shown message, or a new one where none is shown. */
  async requestSignMessage(): Promise<SiwxSession> {
    const subject = demandSubject(this.parts.ctx)
    const current = this.attempts.current
    const isCurrent =
      current?.subject.key === subject.key &&
      !current.ends.signal.aborted &&
      this.parts.get().request !== undefined
    const attempt = isCurrent ? current : this.attempts.begin(subject)
    return (attempt.signing ??= this.#sign(attempt).finally(() => delete attempt.signing))
  }

  async #sign(attempt: SignInAttempt): Promise<SiwxSession> {
    const { set, askWallet, screen } = this.parts
    const isSeen = screen.isShown() || mustSign(attempt, this.parts)
    set({ status: 'signing', error: undefined })
    try {
      const request = await this.#freshRequest(attempt)
      const session = await askWallet(request, attempt.ends.signal)
      attempt.ends.signal.throwIfAborted()
      const known = await this.#store(attempt, session)
      this.attempts.accept(attempt, known)
      this.#announceSignedIn(known, false)
      return session
    } catch (error) {
      if (!this.attempts.isSuperseded(attempt)) await this.#fail(attempt, error, isSeen)
      throw error
    }
  }

  /** Has the store verify and keep the session. @throws the reason of the attempt's end */
  async #store(attempt: SignInAttempt, session: SiwxSession): Promise<KnownSession> {
    const { set, store } = this.parts
    const { signal } = attempt.ends
    attempt.isSpent = true
    set({ status: 'verifying' })
    const known = (await store.add(session)) ?? session
    // A visitor who cancelled is signed in nowhere. One who changed account or network may come back.
    if (isLatchkeyError(signal.reason, 'siwx.cancelled'))
      await store.revoke(session.data.chainId, session.data.accountAddress)
    signal.throwIfAborted()
    return known
  }

  /** The request that is shown, or a new one where that can no longer be signed. */
  async #freshRequest(attempt: SignInAttempt): Promise<SignRequest> {
    const { get, set, requests } = this.parts
    const { request } = get()
    const isUsable =
      request && !attempt.isSpent && requests.isFresh(request) && !hasExpired(request)
    if (isUsable) return request
    const next = await requests.make(attempt.subject)
    attempt.ends.signal.throwIfAborted()
    attempt.isSpent = false
    set({ request: next })
    return next
  }

  async #fail(attempt: SignInAttempt, error: unknown, isSeen: boolean): Promise<void> {
    const { ctx, set, get, screen } = this.parts
    if (isSeen && !get().request) return this.#failStart(attempt, error, {})
    if (isSeen) attempt.isShown = true
    set(
      isSeen
        ? { status: 'asking', error }
        : { status: get().session ? 'signedIn' : 'signedOut', request: undefined, error },
    )
    if (isSeen) screen.show()
    screen.showFailure(error, attempt.subject)
    ctx.events.emit('siwx:failed', { error, phase: 'sign' })
  }

  /** Shows the view and waits for its end. */
  async signIn(): Promise<KnownSession> {
    const { waiters } = this.attempts
    demandSubject(this.parts.ctx)
    const { session } = this.parts.get()
    if (session) return session
    const settled = waiters.wait()
    await this.check({ wanted: true })
    // On a network where no sign-in is wanted no attempt has begun, so none would ever end.
    if (!this.attempts.current) waiters.refuse(cancelled())
    return settled
  }

  /** Ends the attempt, as no account is in use for which a sign-in is wanted. */
  drop(): void {
    const { ctx, get, screen } = this.parts
    if (get().status === 'idle') return
    this.attempts.waiters.refuse(cancelled())
    this.attempts.end({ ...NO_SESSION, status: 'idle' })
    return ctx.accounts.active() ? screen.close() : screen.reset()
  }

  async getSessions(): Promise<readonly KnownSession[]> {
    const { account, network } = demandSubject(this.parts.ctx)
    return this.parts.store.getSessions(network.id, account.address)
  }
}
