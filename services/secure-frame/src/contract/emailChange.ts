import * as v from 'valibot'
import { secret, time } from './fields.js'

/**
 * `POST /v1/email/change/start`: begins a change of the person's address. A code goes to the old address;
 * an account without one needs a fresh sign-in, and its code goes to the new address. The answer is the
 * same whether or not the new address has an account of its own.
 */
export const emailChangeStart = {
  path: '/v1/email/change/start',
  answer: v.object({
    /** Names this change in the next two steps. */
    id: secret,
    action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    expiresAt: time,
  }),
} as const

/**
 * `POST /v1/email/change/primary`: the code of the old address. It makes the sign-in fresh, and a code goes
 * to the new address.
 */
export const emailChangePrimary = {
  path: '/v1/email/change/primary',
  answer: v.object({ expiresAt: time }),
} as const

/**
 * `POST /v1/email/change/secondary`: the code of the new address, which changes it. For 72 hours the old
 * address can undo it by a link, and until then nothing is exported, and nothing recovered on devices
 * that are newer than the change.
 */
export const emailChangeSecondary = {
  path: '/v1/email/change/secondary',
  answer: v.object({ email: v.string() }),
} as const
