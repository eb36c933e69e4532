import { isLatchkeyError, LatchkeyError, type Slice, type ViewId } from '@latchkey/plugin-api'
import type { EmbeddedState } from '../api.js'
import { aborted } from '../errors.js'
import type { EmbeddedContext } from '../options.js'
import { isEmail, isOneTimeCode, readOneTimeCode } from '../protocol/index.js'
import type { FrameOwner } from '../wallet/frameOwner.js'
import { resendTime, secondsUntil } from './cooldown.js'

/** A sign-in by email, step by step. */
export interface Login {
  signIn(email: string): Promise<void>
  submitCode(code: string): Promise<void>
  cancel(): void
  /**
   * Shows the sign-in, waits until somebody signed in, and connects them as a part of it.
   * @throws `embedded.aborted`, and what `connect` throws
   */
  wait<T>(signal: AbortSignal, connect: () => Promise<T>): Promise<T>
}

interface Needs {
  ctx: EmbeddedContext
  slice: Slice<EmbeddedState>
  frame: FrameOwner
  /** Whether the modal shows the steps; a page without it has its own, by `state`. */
  hasViews: boolean
  /** Connects the person who signed in, where no connect waits for it. */
  connect(): Promise<void>
}

interface Waiter {
  /** Connects who signed in, and settles the wait. @throws what the connect throws */
  connect(): Promise<unknown>
  reject(error: unknown): void
}

const isReason = (error: unknown, reason: 'code_wrong' | 'mail_failed'): boolean =>
  isLatchkeyError(error, 'embedded.request_failed') && error.context.reason === reason

class EmailLogin implements Login {
  readonly #needs: Needs
  readonly #waiters = new Set<Waiter>()
  #current = new AbortController()

  constructor(needs: Needs) {
    this.#needs = needs
    const { ctx, slice } = needs
    slice.set({
      email: ctx.storage.get('email') ?? '',
      resendAt: resendTime(ctx.storage.get('lastEmailLogin'), Date.now()),
    })
    ctx.onDispose(
      ctx.events.on('modal:closed', () => {
        if (slice.get().step !== 'connecting') this.cancel()
      }),
    )
  }

  async signIn(typed: string): Promise<void> {
    const { ctx, slice, frame } = this.#needs
    const email = typed.trim()
    const now = Date.now()
    const { step, email: current, resendAt } = slice.get()
    try {
      this.#demand(email, now)
    } catch (error) {
      // The visitor came back from the next step, whose mail is on its way.
      if (email === current && resendAt > now && (step === 'code' || step === 'device')) {
        slice.set({ error: undefined })
        this.#show(`embedded.${step}`)
      }
      throw error
    }
    const signal = this.#begin()
    slice.set({ step: 'sending', email, error: undefined, failures: 0, accepted: false })
    return this.#run(signal, 'idle', async () => {
      const { action } = await frame.request('connect email', { email }, signal)
      ctx.storage.set('lastEmailLogin', now)
      ctx.storage.set('email', email)
      slice.set({ resendAt: resendTime(now, now) })
      if (action === 'CONNECT') return this.#finish()
      if (action === 'VERIFY_DEVICE') {
        slice.set({ step: 'device' })
        this.#show('embedded.device')
        await frame.request('connect device', undefined, signal)
      }
      slice.set({ step: 'code' })
      this.#show('embedded.code')
    })
  }

  async submitCode(typed: string): Promise<void> {
    const { slice, frame } = this.#needs
    const otp = readOneTimeCode(typed)
    const { step, accepted } = slice.get()
    if (step !== 'code' || !(accepted || isOneTimeCode(otp))) return
    const { signal } = this.#current
    slice.set({ step: 'checking', error: undefined })
    return this.#run(signal, 'code', async () => {
      // A code works once.
      if (!accepted) await frame.request('connect otp', { otp }, signal)
      await this.#finish().catch((error: unknown) => {
        slice.set({ accepted: !signal.aborted })
        throw error
      })
    })
  }

  cancel(): void {
    this.#current.abort()
    const error = aborted('connect email')
    for (const { reject } of [...this.#waiters]) reject(error)
    this.#needs.slice.set({ step: 'idle', error: undefined, accepted: false })
  }

  wait<T>(signal: AbortSignal, connect: () => Promise<T>): Promise<T> {
    const { ctx } = this.#needs
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => waiter.reject(aborted('connect email'))
      const leave = (): void => {
        this.#waiters.delete(waiter)
        signal.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = {
        connect() {
          leave()
          const connecting = connect()
          connecting.then(resolve, reject)
          return connecting
        },
        reject: (error) => (leave(), reject(error)),
      }
      if (signal.aborted) return waiter.reject(aborted('connect email'))
      this.#waiters.add(waiter)
      signal.addEventListener('abort', onAbort, { once: true })
      this.#show('EmailLogin')
      ctx.signal.addEventListener('abort', onAbort, { once: true, signal })
    })
  }

  /** @throws `embedded.invalid_email`, `embedded.too_soon` */
  #demand(email: string, now: number): void {
    const { ctx, slice } = this.#needs
    const seconds = secondsUntil(resendTime(ctx.storage.get('lastEmailLogin'), now), now)
    const error = !isEmail(email)
      ? new LatchkeyError('embedded.invalid_email', 'This is not an email address.')
      : seconds > 0
        ? new LatchkeyError('embedded.too_soon', `Please try again after ${seconds} seconds`, {
            context: { seconds },
          })
        : undefined
    if (!error) return
    slice.set({ error })
    throw error
  }

  /** Ends the step before, and gives the signal of the next. */
  #begin(): AbortSignal {
    this.#current.abort()
    this.#current = new AbortController()
    return this.#current.signal
  }

  /** Runs a step. Its failure goes to the caller and into the state, where it goes back to `back`. */
  async #run(signal: AbortSignal, back: EmbeddedState['step'], step: () => Promise<void>) {
    try {
      await step()
    } catch (error) {
      // The visitor closed the modal over the approval of a sign-in message, which ended the connect.
      if (isLatchkeyError(error, 'kernel.modal_closed')) this.cancel()
      else if (!signal.aborted) {
        this.#needs.slice.set(({ failures }) => ({
          step: back,
          error,
          failures: failures + Number(isReason(error, 'code_wrong')),
        }))
        if (isReason(error, 'mail_failed')) this.#endPause()
      }
      throw error
    }
  }

  /** A mail that was not sent does not count: the next one is asked for at once. */
  #endPause(): void {
    const { ctx, slice } = this.#needs
    ctx.storage.set('lastEmailLogin', 0)
    slice.set({ resendAt: 0 })
  }

  async #finish(): Promise<void> {
    const { slice, connect } = this.#needs
    slice.set({ step: 'connecting' })
    const waiters = [...this.#waiters]
    if (waiters.length) await Promise.all(waiters.map((waiter) => waiter.connect()))
    else await connect()
    slice.set({ step: 'idle', accepted: false })
  }

  #show(view: ViewId & ('EmailLogin' | 'embedded.code' | 'embedded.device')): void {
    if (!this.#needs.hasViews) return
    const { modal, router } = this.#needs.ctx
    const top = router.get().at(-1)?.view
    if (!modal.get().open) modal.open(view)
    else if (top === 'embedded.device' && view === 'embedded.code') router.replace(view)
    else if (top !== view) router.push(view)
  }
}

/** Makes the sign-in by email of one kernel. */
export const createLogin = (needs: Needs): Login => new EmailLogin(needs)
