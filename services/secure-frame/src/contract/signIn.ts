import * as v from 'valibot'
import { secret, time } from './fields.js'
import { signInKinds, user } from './user.js'

/**
 * `POST /v1/email/start`: sends a mail. The answer comes before the mail is sent, and is the same for
 * addresses with and without an account.
 */
export const emailStart = {
  path: '/v1/email/start',
  answer: v.object({
    /** Names this attempt in `email/verify` and `device/wait`. */
    id: secret,
    /**
     * `VERIFY_OTP`: this device has signed in with that address before, and the mail holds a code.
     * `VERIFY_DEVICE`: the mail holds a link; its page shows the code once the person has approved.
     */
    action: v.picklist(['VERIFY_OTP', 'VERIFY_DEVICE']),
    expiresAt: time,
    resendAt: time,
  }),
} as const

/** States of an attempt, in their order. `approved` has the page ask for the code. */
export const attemptStates = [
  'sending',
  'sent',
  'mail_failed',
  'approved',
  'denied',
  'expired',
] as const
export type AttemptState = (typeof attemptStates)[number]

/**
 * `POST /v1/device/wait`: answers as soon as the attempt's state is another than `seen`, or after 25 s
 * with the same state. Only the key that began the attempt is answered.
 */
export const deviceWait = {
  path: '/v1/device/wait',
  answer: v.object({ state: v.picklist(attemptStates) }),
} as const

/** The answer of every sign-in. */
export const signedIn = {
  /** Goes into `Authorization: DPoP …`. Good for nobody who has not the frame's key. */
  token: secret,
  /** The only one of these that the host page may keep: it opens a session together with key or cookie. */
  handle: secret,
  expiresAt: time,
  user,
}

/** A question is answered within this time, or the person signs in again. */
export const QUESTION_MS = 10 * 60_000

/**
 * At the first sign-in with a verified address that another account has, nothing is made, and the person is
 * asked whether that account is theirs. Nobody else is told: they have proved the address.
 */
export const question = v.object({
  /** Names the question in `link/email`, `link/social` and `link/decline`, for the key that signed in. */
  id: secret,
  /** The new sign-in. */
  kind: v.picklist(signInKinds),
  /** The address that both have. */
  email: v.string(),
  /** The sign-ins of the other account with that address: by one of them the person proves it. */
  proofs: v.array(v.picklist(signInKinds)),
  expiresAt: time,
})
export type Question = v.InferOutput<typeof question>

/** The answer of a first sign-in: a session, or a question before one. */
export const entered = v.union([v.object(signedIn), v.object({ question })])

/**
 * `POST /v1/email/verify`: the code opens a session. An account is made by the first right code, unless there
 * is a question first.
 */
export const emailVerify = {
  path: '/v1/email/verify',
  answer: entered,
} as const

/**
 * `POST /v1/session/resume`: a new token for a handle, with the frame's key or with the device's cookie.
 * The new token is bound to the key of this proof; the tokens of other tabs stay good.
 */
export const sessionResume = {
  path: '/v1/session/resume',
  answer: v.object(signedIn),
} as const

/**
 * `POST /v1/session/confirm`: the code of another mail makes this sign-in fresh again. Token and handle
 * stay, in all tabs that share it. A code for another person is refused as a wrong one.
 */
export const sessionConfirm = {
  path: '/v1/session/confirm',
  answer: user,
} as const

/** `POST /v1/session/end`: ends this sign-in, in all tabs that share its handle. */
export const sessionEnd = {
  path: '/v1/session/end',
  answer: v.object({ ended: v.number() }),
} as const

/** `POST /v1/session/end-all`: signs out on all devices. */
export const sessionEndAll = {
  path: '/v1/session/end-all',
  answer: v.object({ ended: v.number() }),
} as const
