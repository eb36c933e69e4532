import { isLatchkeyError, LatchkeyError, type Slice } from '@latchkey/plugin-api'
import type { EmbeddedState } from '../api.js'
import { isGivenUp } from '../errors.js'
import type { EmbeddedContext } from '../options.js'
import { isEmail, isOneTimeCode, readOneTimeCode } from '../protocol/index.js'
import type { FrameOwner } from '../wallet/frameOwner.js'
import { resendTime, secondsUntil } from './cooldown.js'
import type { SignIns } from './signIns.js'

/** A sign-in by email, step by step. */
export interface Login {
  signIn(email: string): Promise<void>
  submitCode(code: string): Promise<void>
}

interface Needs {
  ctx: EmbeddedContext
  slice: Slice<EmbeddedState>
  frame: FrameOwner
  signIns: SignIns
  /** Keeps what the next page needs to know of the person who signed in. */
  remember(): void
}

const isReason = (error: unknown, reason: 'code_wrong' | 'mail_failed'): boolean =>
  isLatchkeyError(error, 'embedded.request_failed') && error.context.reason === reason

class EmailLogin implements Login {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
    const { ctx, slice } = needs
    slice.set({
      email: ctx.storage.get('email') ?? '',
      resendAt: resendTime(ctx.storage.get('lastEmailLogin'), Date.now()),
    })
  }

  async signIn(typed: string): Promise<void> {
    const { ctx, slice, frame, signIns } = this.#needs
    const email = typed.trim()
    const now = Date.now()
    const { step, email: current, resendAt } = slice.get()
    try {
      this.#demand(email, now)
    } catch (error) {
      // The visitor came back from the next step, whose mail is on its way.
      if (email === current && resendAt > now && (step === 'code' || step === 'device')) {
        slice.set({ error: undefined })
        signIns.show(`embedded.${step}`)
      }
      throw error
    }
    const { signal } = signIns.begin({ step: 'sending', email, failures: 0 })
    return this.#run(signal, 'idle', async () => {
      const { action } = await frame.request('connect email', { email }, signal)
      ctx.storage.set('lastEmailLogin', now)
      ctx.storage.set('email', email)
      slice.set({ resendAt: resendTime(now, now) })
      if (action === 'CONNECT') return this.#finish()
      signIns.keep('email')
      if (action === 'VERIFY_DEVICE') {
        slice.set({ step: 'device' })
        signIns.show('embedded.device')
        await frame.request('connect device', undefined, signal)
      }
      slice.set({ step: 'code' })
      signIns.show('embedded.code')
    })
  }

  async submitCode(typed: string): Promise<void> {
    const { slice, frame, signIns } = this.#needs
    const otp = readOneTimeCode(typed)
    const { step, accepted } = slice.get()
    if (step !== 'code' || !(accepted || isOneTimeCode(otp))) return
    const { signal } = signIns
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

  /** Runs a step. Its failure goes to the caller and into the state, where it goes back to `back`. */
  async #run(signal: AbortSignal, back: EmbeddedState['step'], step: () => Promise<void>) {
    try {
      await step()
    } catch (error) {
      if (isGivenUp(error)) this.#needs.signIns.cancel()
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
    const { slice, signIns, remember } = this.#needs
    remember()
    slice.set({ step: 'connecting' })
    await signIns.finish()
    slice.set({ step: 'idle', accepted: false })
  }
}

/** Makes the sign-in by email of one kernel. */
export const createLogin = (needs: Needs): Login => new EmailLogin(needs)
