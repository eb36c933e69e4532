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
  let id: string | undefined
  const started = (): string => {
    if (!session.user()) throw signedOut()
    if (id === undefined)
      throw new FrameError('Type the new address first.', { reason: 'no_attempt' })
    return id
  }
  return {
    async start(email) {
      if (!session.user()) throw signedOut()
      id = undefined
      const begun = await session.ask(emailChangeStart, { body: { email, origin, lang } })
      id = begun.id
      return begun.action
    },
    async primary(code) {
      await session.ask(emailChangePrimary, { body: { id: started(), code } })
    },
    async secondary(code) {
      const { email } = await session.ask(emailChangeSecondary, { body: { id: started(), code } })
      id = undefined
      await session.reload()
      return email
    },
  }
}
