import { isLatchkeyError, LatchkeyError, type Slice } from '@latchkey/plugin-api'
import type { EmailChange, EmbeddedState } from '../api.js'
import { aborted, notConnected } from '../errors.js'
import type { EmbeddedContext } from '../options.js'
import { isEmail, isOneTimeCode, readOneTimeCode } from '../protocol/index.js'
import type { FrameOwner } from '../wallet/frameOwner.js'
import { COOLDOWN_MS } from './cooldown.js'

/** A change of the account's email, by a code from each address. */
export interface EmailChanger {
  begin(email: string): Promise<void>
  submitCode(code: string): Promise<void>
  /** Goes back to the first step. A code that is on its way is worth nothing then. */
  reset(): void
}

interface Needs {
  ctx: EmbeddedContext
  slice: Slice<EmbeddedState>
  frame: FrameOwner
  /** Whether somebody is connected by this wallet. */
  isConnected(): boolean
}

const isCodeWrong = (error: unknown): boolean =>
  isLatchkeyError(error, 'embedded.request_failed') && error.context.reason === 'code_wrong'

class TwoCodes implements EmailChanger {
  readonly #needs: Needs
  #current = new AbortController()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  begin(typed: string): Promise<void> {
    const email = typed.trim()
    return this.#run({ email }, async (signal) => {
      if (!isEmail(email))
        throw new LatchkeyError('embedded.invalid_email', 'This is not an email address.')
      const { action } = await this.#needs.frame.request('update email', { email }, signal)
      const step = action === 'VERIFY_PRIMARY_OTP' ? 'oldCode' : 'newCode'
      return { step, failures: 0, resendAt: Date.now() + COOLDOWN_MS }
    })
  }

  async submitCode(typed: string): Promise<void> {
    const { ctx, slice, frame } = this.#needs
    const otp = readOneTimeCode(typed)
    const { step, isBusy } = slice.get().change
    if (isBusy || !isOneTimeCode(otp)) return
    if (step === 'oldCode')
      await this.#run({}, async (signal) => {
        await frame.request('update email primary otp', { otp }, signal)
        return { step: 'newCode', failures: 0, resendAt: 0 }
      })
    else if (step === 'newCode')
      await this.#run({}, async (signal) => {
        const { newEmail } = await frame.request('update email secondary otp', { otp }, signal)
        ctx.storage.set('email', newEmail)
        slice.set({ email: newEmail })
        return { step: 'done', email: newEmail }
      })
  }

  reset(): void {
    this.#current.abort()
    this.#needs.slice.set({ change: { step: 'address' } })
  }

  /** Runs a step. Its failure goes to the caller and into the state, which stays at that step. */
  async #run(
    change: Partial<EmailChange>,
    step: (signal: AbortSignal) => Promise<Partial<EmailChange>>,
  ): Promise<void> {
    this.#current.abort()
    this.#current = new AbortController()
    const { signal } = this.#current
    this.#set({ ...change, error: undefined, isBusy: true })
    try {
      if (!this.#needs.isConnected()) throw notConnected()
      this.#set({ ...(await step(signal)), isBusy: false })
    } catch (error) {
      if (signal.aborted) throw aborted('update email')
      const { failures = 0 } = this.#needs.slice.get().change
      this.#set({ error, failures: failures + Number(isCodeWrong(error)), isBusy: false })
      throw error
    }
  }

  #set(change: Partial<EmailChange>): void {
    this.#needs.slice.set((state) => ({ change: { ...state.change, ...change } }))
  }
}

/** Makes the change of email of one kernel. */
export const createEmailChange = (needs: Needs): EmailChanger => new TwoCodes(needs)
