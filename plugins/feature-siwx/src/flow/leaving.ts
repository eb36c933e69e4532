import type { Namespace } from '@latchkey/plugin-api'
import { cancelled, NO_SESSION } from './signInRules.js'
import type { SignIn } from './signIn.js'
import type { SignInAttempt, SignInParts } from './signInParts.js'
import type { Attempts } from './attempts.js'
import { disconnect } from './subject.js'

/** The ways out: declining, closing the modal, signing out, disconnecting; and other tabs. */
export class Leaving {
  readonly parts: SignInParts
  readonly attempts: Attempts
  constructor(readonly signIn: SignIn) {
    this.parts = signIn.parts
    this.attempts = signIn.attempts
  }

  /**
   * Declines. A visitor who must sign goes back to the network on which the wallet had a session, or
   * is disconnected.
   */
  async cancel(): Promise<void> {
    const { options, declined, screen } = this.parts
    const { attempts } = this
    const attempt = attempts.current
    if (!attempt) return screen.reset()
    attempts.waiters.refuse(cancelled())
    if (options.required) return this.#goBack(attempt)
    declined.add(attempt.subject.key)
    attempts.end({ ...NO_SESSION, status: 'signedOut' })
    return screen.close()
  }

  async #goBack(attempt: SignInAttempt): Promise<void> {
    const { ctx, traces, screen, get, set } = this.parts
    const { subject } = attempt
    const last = traces.networkOf(subject.account.connectionId)
    const isSecondTry = get().status === 'leaving'
    attempt.ends.abort(cancelled())
    set({ status: 'leaving', error: undefined })
    try {
      if (!last || last === subject.network.id || isSecondTry) throw cancelled()
      await ctx.activeNetwork.switch(last)
    } catch (error) {
      ctx.log.debug('sign-in cancelled', error)
    }
    if (this.attempts.current !== attempt) return
    this.attempts.end({ ...NO_SESSION, status: 'idle' })
    await disconnect(ctx, subject)
    screen.reset()
  }

  /**
   * The visitor closed the modal: that declines. Where sign-in is required and another view was on
   * top, the sign-in view comes back.
   */
  onModalClosed(): void {
    const { options, declined, get, screen } = this.parts
    const { attempts } = this
    const attempt = attempts.current
    // A modal in which the visitor has not seen the view says nothing about signing in.
    if (!attempt?.isShown || !['asking', 'signing'].includes(get().status)) return
    // In a microtask: other listeners of this event come first.
    if (options.required)
      return queueMicrotask(() => attempts.isSuperseded(attempt) || get().session || screen.show())
    declined.add(attempt.subject.key)
    attempts.waiters.refuse(cancelled())
    attempts.end({ ...NO_SESSION, status: 'signedOut' })
  }

  /** An account of that chain family went away. */
  onAccountGone(namespace: Namespace): void {
    if (!this.parts.ctx.accounts.active()) this.signIn.drop()
    else if (this.attempts.current?.subject.account.namespace === namespace)
      void this.signIn.check()
  }

  /** Another tab signed in or out. */
  async followOtherTab(): Promise<void> {
    const { signIn, attempts } = this
    const attempt = attempts.current
    if (!attempt) return signIn.check({ restored: true })
    const { get, set, ctx, options } = this.parts
    try {
      const session = await attempts.findSession(attempt.subject)
      if (attempts.isSuperseded(attempt)) return
      const isSignedIn = get().status === 'signedIn'
      if (session && isSignedIn) return
      if (session) return attempts.accept(attempts.begin(attempt.subject), session)
      if (!isSignedIn) return
      set({ ...NO_SESSION, status: 'signedOut' })
      if (options.required) await signIn.check()
    } catch (error) {
      ctx.log.warn('What another tab changed could not be read:', error)
    }
  }

  async signOut(): Promise<void> {
    const { store, get, ctx, options, tabs, declined, traces } = this.parts
    const { session } = get()
    const attempt = this.attempts.current
    if (!session || !attempt) return
    await store.revoke(session.data.chainId, session.data.accountAddress)
    traces.forgetSession(attempt.subject, session)
    declined.add(attempt.subject.key)
    // Another account or network may be in use by now: that one stays signed in.
    const isInUse = this.attempts.current?.subject.key === attempt.subject.key
    if (isInUse) this.attempts.end({ ...NO_SESSION, status: 'signedOut' })
    tabs.announceChange()
    ctx.events.emit('siwx:signed-out', { session })
    if (options.required && isInUse) await disconnect(ctx, attempt.subject)
  }

  /** A visitor who disconnects is signed out, with all accounts of that wallet. */
  async onDisconnected(connectionId: string): Promise<void> {
    const { traces, revocations, declined, ctx, tabs, options } = this.parts
    const { addresses, session } = traces.take(connectionId)
    if (options.signOutOnDisconnect === false || !addresses.length) return
    for (const address of addresses) {
      declined.forgetAddress(address)
      await revocations.revoke(address)
    }
    tabs.announceChange()
    if (session) ctx.events.emit('siwx:signed-out', { session })
  }
}
