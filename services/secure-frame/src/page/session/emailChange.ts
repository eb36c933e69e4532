import {
  emailChangePrimary,
  emailChangeSecondary,
  emailChangeStart,
} from '../../contract/emailChange.js'
import { FrameError, signedOut } from '../link/errors.js'
import type { Session } from './session.js'

interface Options {
  session: Session
  /** Origin of the page around the frame. */
  origin: string
  lang: string
}

/** A change of the person's address, step by step. */
export interface EmailChange {
  /** Sends the first code. */
  start(email: string): Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  /** The code of the old address; the next one goes to the new address. */
  primary(code: string): Promise<void>
  /** The code of the new address. @returns the new address */
  secondary(code: string): Promise<string>
}

export function createEmailChange({ session, origin, lang }: Options): EmailChange {
  let change: { id: string; email: string } | undefined
  const started = (): string => {
    if (!session.user()) throw signedOut()
    if (!change) throw new FrameError('Type the new address first.', { reason: 'no_attempt' })
    return change.id
  }
  return {
    async start(email) {
      if (!session.user()) throw signedOut()
      // Where no other mail can be sent yet, the code of the last one still counts.
      if (change?.email !== email) change = undefined
      const { id, action } = await session.askOnce(emailChangeStart, {
        body: { email, origin, lang },
      })
      change = { id, email }
      return action
    },
    async primary(code) {
      await session.askOnce(emailChangePrimary, { body: { id: started(), code } })
    },
    async secondary(code) {
      const { email } = await session.askOnce(emailChangeSecondary, {
        body: { id: started(), code },
      })
      change = undefined
      await session.reload()
      return email
    },
  }
}
