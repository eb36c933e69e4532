import {
  isLatchkeyError,
  LatchkeyError,
  type ConnectResult,
  type Namespace,
} from '@latchkey/plugin-api'
import type { SiwxSession } from '@latchkey/siwx'
import type { How, Parts, Turn } from './parts.js'
import type { Shown } from './previewer.js'
import { BUSY, cancelled, isDue, isForeign, isHeld, NOTHING, toStartFailed } from './rules.js'
import { isOf, isOver } from './sessions.js'
import { demandSubject, disconnect, wantedSubject, type Subject } from './subject.js'
import type { KnownSession, SignRequest, SiwxState } from './types.js'
import { Waiters } from './waiters.js'

/** From a connection to a session: looks for one, asks for one, stores it; and back. */
export class SignIn {
  #turn: Turn | undefined
  readonly #waiters = new Waiters()
  constructor(readonly parts: Parts) {}

  /** After a connect. What was signed together with it is taken, if it is good; else the visitor is asked. */
  async connected(result: ConnectResult): Promise<void> {
    const { oneClick, declined, left, ctx, traces } = this.parts
    if (!result.restored) for (const { address } of result.accounts) declined.forgetAddress(address)
    const [signed] = await Promise.all([oneClick.take(result), left.settle()])
    const stored =
      signed &&
      (await this.parts.store.add(signed).then(
        (session) => session ?? signed,
        (error: unknown) =>
          ctx.log.warn('The sign-in that came with the connection was refused:', error),
      ))
    // Nobody heard of it who ended the connection meanwhile.
    if (stored && !ctx.connections.get().connections.some(({ id }) => id === result.connectionId))
      return this.parts.store.revoke(stored.data.chainId, stored.data.accountAddress)
    // It may be of another network than the one in use.
    if (stored) traces.leave(result.connectionId, stored)
    await this.check({ restored: result.restored })
    if (stored) this.#tellSignedIn(stored, true)
  }

  /** Looks whether the account and the network in use have a session, and asks for one. Asked twice for the same, it looks once. */
  check(how: How = {}): Promise<void> {
    if (this.parts.ctx.signal.aborted) return Promise.resolve()
    const subject = wantedSubject(this.parts.ctx, this.parts.options)
    if (!subject) return Promise.resolve(this.drop())
    const running = this.#turn
    if (
      running?.subject.key === subject.key &&
      running.subject.account.connectionId === subject.account.connectionId &&
      BUSY.includes(this.parts.get().status)
    ) {
      running.isWanted ||= !!how.wanted
      if (how.wanted && this.parts.get().status === 'asking') this.parts.screen.show()
      return running.done
    }
    const turn = this.#begin(subject)
    return (turn.done = this.#look(turn, how))
  }

  #begin(subject: Subject): Turn {
    this.#turn?.ends.abort(
      new LatchkeyError('kernel.aborted', 'Another account or network is in use now.'),
    )
    return (this.#turn = { subject, ends: new AbortController(), done: Promise.resolve() })
  }
  #isOver = (turn: Turn): boolean => turn !== this.#turn || turn.ends.signal.aborted

  async #look(turn: Turn, how: How): Promise<void> {
    const { set, get, screen, requests } = this.parts
    const { session } = get()
    // Who is looked at again stays signed in meanwhile.
    if (!session || !isOf(turn.subject.network.id, turn.subject.account.address)(session))
      set({ ...NOTHING, status: 'checking' })
    try {
      const found = await this.#find(turn.subject)
      if (this.#isOver(turn)) return
      if (found) return this.#accept(turn, found)
      if (!how.wanted && !turn.isWanted && this.#waiters.isEmpty && !isDue(turn, this.parts)) {
        set({ ...NOTHING, status: 'signedOut' })
        return screen.close()
      }
      const request = await requests.make(turn.subject)
      if (this.#isOver(turn)) return
      set({ ...NOTHING, status: 'asking', request })
      turn.isShown = true
      screen.show()
    } catch (error) {
      if (this.#isOver(turn)) return
      if (isForeign(error, this.parts.options)) {
        set({ ...NOTHING, status: 'signedOut', error })
        return this.#waiters.refuse(error)
      }
      await this.#failStart(turn, error, how)
    }
  }
  async #find({ account, network }: Subject): Promise<KnownSession | undefined> {
    return (await this.parts.store.getSessions(network.id, account.address)).find(
      (session) => !isOver(session),
    )
  }

  #tellSignedIn(session: KnownSession, oneClick: boolean): void {
    this.parts.tabs.tell()
    this.parts.ctx.events.emit('siwx:signed-in', { session, oneClick })
  }
  #accept(turn: Turn, session: KnownSession): void {
    const { set, declined, left, traces, expiry, screen } = this.parts
    set({ ...NOTHING, status: 'signedIn', session })
    declined.forget(turn.subject.key)
    left.forget(session.data.accountAddress)
    traces.leave(turn.subject.account.connectionId, session)
    expiry.watch(session)
    screen.close()
    this.#waiters.resolve(session)
  }

  /** Sessions or a nonce cannot be had. An optional sign-in of a connection that came back is left for later: it takes nobody's wallet away. */
  async #failStart({ subject }: Turn, cause: unknown, { restored = false }: How): Promise<void> {
    const { ctx, set, screen, options } = this.parts
    const error = toStartFailed(cause)
    this.#end({ ...NOTHING, status: 'signedOut', error })
    ctx.events.emit('siwx:failed', { error, phase: 'start' })
    ctx.log.warn(error.message, cause)
    this.#waiters.refuse(error)
    if (restored && !options.required) return screen.reset()
    screen.tellStartFailed()
    await disconnect(ctx, subject)
    set({ status: 'idle', error })
    ctx.router.reset('Connect')
  }
  #end(state: Partial<SiwxState>, reason = cancelled()): void {
    this.#turn?.ends.abort(reason)
    this.#turn = undefined
    this.parts.expiry.stop()
    this.parts.set(state)
  }
  /** Nothing that comes later is waited for. */
  readonly dispose = (): void => {
    const over = new LatchkeyError('kernel.disposed', 'The kernel was disposed.')
    this.#waiters.refuse(over)
    this.#end({}, over)
  }

  /** What the previewer needs to know its own request by; nothing, where the visitor does not see the view. */
  readonly shown = (): Shown | undefined => {
    const { request, status } = this.parts.get()
    return this.#turn && request && status === 'signing' && this.parts.screen.isShown()
      ? { request, signal: this.#turn.ends.signal }
      : undefined
  }

  /** Asks the wallet for what is shown, or at once where nothing is. */
  async requestSignMessage(): Promise<SiwxSession> {
    const subject = demandSubject(this.parts.ctx)
    const now = this.#turn
    const turn =
      now?.subject.key === subject.key && !now.ends.signal.aborted && this.parts.get().request
        ? now
        : this.#begin(subject)
    return (turn.signing ??= this.#sign(turn).finally(() => delete turn.signing))
  }
  async #sign(turn: Turn): Promise<SiwxSession> {
    const { set, ask, store, screen } = this.parts
    const isSeen = screen.isShown() || isHeld(turn, this.parts)
    set({ status: 'signing', error: undefined })
    try {
      const request = await this.#current(turn)
      const session = await ask(request, turn.ends.signal)
      turn.ends.signal.throwIfAborted()
      turn.isSpent = true
      set({ status: 'verifying' })
      const known = (await store.add(session)) ?? session
      // Who left meanwhile is signed in nowhere; who only went to another account or network may come back.
      if (isLatchkeyError(turn.ends.signal.reason, 'siwx.cancelled'))
        await store.revoke(session.data.chainId, session.data.accountAddress)
      turn.ends.signal.throwIfAborted()
      this.#accept(turn, known)
      this.#tellSignedIn(known, false)
      return session
    } catch (error) {
      if (!this.#isOver(turn)) await this.#fail(turn, error, isSeen)
      throw error
    }
  }
  /** What stands in the view, or a new one where that can no longer be signed. */
  async #current(turn: Turn): Promise<SignRequest> {
    const { get, set, requests } = this.parts
    const { request } = get()
    if (request && !turn.isSpent && requests.isFresh(request)) return request
    const next = await requests.make(turn.subject)
    turn.ends.signal.throwIfAborted()
    turn.isSpent = false
    set({ request: next })
    return next
  }
  async #fail(turn: Turn, error: unknown, isSeen: boolean): Promise<void> {
    const { ctx, set, get, screen } = this.parts
    if (isSeen && !get().request) return this.#failStart(turn, error, {})
    if (isSeen) turn.isShown = true
    set(
      isSeen
        ? { status: 'asking', error }
        : { status: get().session ? 'signedIn' : 'signedOut', request: undefined, error },
    )
    if (isSeen) screen.show()
    screen.tellFailure(error, turn.subject)
    ctx.events.emit('siwx:failed', { error, phase: 'sign' })
  }

  /** Shows the view and waits for its end. */
  async signIn(): Promise<KnownSession> {
    demandSubject(this.parts.ctx)
    const { session } = this.parts.get()
    if (session) return session
    const settled = this.#waiters.wait()
    await this.check({ wanted: true })
    // On a network where none is wanted there is nothing to wait for.
    if (!this.#turn) this.#waiters.refuse(cancelled())
    return settled
  }

  /** Declines. Where it is required: back to where there was a session, else the wallet goes. */
  async cancel(): Promise<void> {
    const { ctx, options, declined, traces, screen, get, set } = this.parts
    const turn = this.#turn
    if (!turn) return screen.reset()
    const { subject } = turn
    this.#waiters.refuse(cancelled())
    if (!options.required) {
      declined.add(subject.key)
      this.#end({ ...NOTHING, status: 'signedOut' })
      return screen.close()
    }
    const last = traces.networkOf(subject.account.connectionId)
    const isAgain = get().status === 'leaving'
    turn.ends.abort(cancelled())
    set({ status: 'leaving', error: undefined })
    try {
      if (!last || last === subject.network.id || isAgain) throw cancelled()
      await ctx.activeNetwork.switch(last)
    } catch (error) {
      ctx.log.debug('sign-in cancelled', error)
    }
    if (this.#turn !== turn) return
    this.#end({ ...NOTHING, status: 'idle' })
    await disconnect(ctx, subject)
    screen.reset()
  }

  /** The visitor closed the modal. Where that was on another view and sign-in is required, the view comes back. */
  closed(): void {
    const { options, declined, get, screen } = this.parts
    const turn = this.#turn
    // What nobody saw nobody closed.
    if (!turn?.isShown || !['asking', 'signing'].includes(get().status)) return
    // After all who hear of the closing.
    if (options.required)
      return queueMicrotask(() => this.#isOver(turn) || get().session || screen.show())
    declined.add(turn.subject.key)
    this.#waiters.refuse(cancelled())
    this.#end({ ...NOTHING, status: 'signedOut' })
  }

  /** An account of that chain family went away. */
  gone(namespace: Namespace): void {
    if (!this.parts.ctx.accounts.active()) this.drop()
    else if (this.#turn?.subject.account.namespace === namespace) void this.check()
  }

  /** There is nobody to sign in any more, or not here. */
  drop(): void {
    const { ctx, get, screen } = this.parts
    if (get().status === 'idle') return
    this.#waiters.refuse(cancelled())
    this.#end({ ...NOTHING, status: 'idle' })
    return ctx.accounts.active() ? screen.close() : screen.reset()
  }

  /** Another tab signed in or out. */
  async follow(): Promise<void> {
    const turn = this.#turn
    if (!turn) return this.check({ restored: true })
    const { get, set, ctx, options } = this.parts
    try {
      const session = await this.#find(turn.subject)
      if (this.#isOver(turn)) return
      const isSignedIn = get().status === 'signedIn'
      if (session) return isSignedIn ? undefined : this.#accept(this.#begin(turn.subject), session)
      if (!isSignedIn) return
      set({ ...NOTHING, status: 'signedOut' })
      if (options.required) await this.check()
    } catch (error) {
      ctx.log.warn('What another tab changed could not be read:', error)
    }
  }

  async signOut(): Promise<void> {
    const { store, get, ctx, options, tabs, declined, traces } = this.parts
    const { session } = get()
    const turn = this.#turn
    if (!session || !turn) return
    await store.revoke(session.data.chainId, session.data.accountAddress)
    traces.end(turn.subject, session)
    declined.add(turn.subject.key)
    // Another account or network may be in use by now.
    const isInUse = this.#turn?.subject.key === turn.subject.key
    if (isInUse) this.#end({ ...NOTHING, status: 'signedOut' })
    tabs.tell()
    ctx.events.emit('siwx:signed-out', { session })
    if (options.required && isInUse) await disconnect(ctx, turn.subject)
  }

  /** A visitor who disconnects is signed out, with all accounts of that wallet. */
  async disconnected(connectionId: string): Promise<void> {
    const { traces, left, declined, ctx, tabs, options } = this.parts
    const { addresses, session } = traces.take(connectionId)
    if (options.signOutOnDisconnect === false || !addresses.length) return
    for (const address of addresses) {
      declined.forgetAddress(address)
      await left.revoke(address)
    }
    tabs.tell()
    if (session) ctx.events.emit('siwx:signed-out', { session })
  }

  async getSessions(): Promise<readonly KnownSession[]> {
    const { account, network } = demandSubject(this.parts.ctx)
    return this.parts.store.getSessions(network.id, account.address)
  }
}
