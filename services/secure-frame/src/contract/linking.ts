import * as v from 'valibot'
import { signedIn } from './signIn.js'
import { signInKinds } from './user.js'

/**
 * `POST /v1/link/email`: the code of a mail to the address of the other account, begun by `email/start` and
 * with the same tries. The new sign-in is added to that account, and a session of it is opened. Refused
 * with `question_over` after ten minutes, after an answer, and for another key.
 */
export const linkEmail = {
  path: '/v1/link/email',
  answer: v.object(signedIn),
} as const

/** `POST /v1/link/social`: the same by the result of a provider that signs in to the other account. */
export const linkSocial = {
  path: '/v1/link/social',
  answer: v.object(signedIn),
} as const

/** `POST /v1/link/decline`: an account of its own for the new sign-in. */
export const linkDecline = {
  path: '/v1/link/decline',
  answer: v.object(signedIn),
} as const

const signIns = v.object({
  /**
   * `name` is an address of which most is hidden, or the name that the provider says; '' for none. `stays`
   * says why it cannot be removed: an address is changed instead, and something has to open the account.
   */
  signIns: v.array(
    v.object({
      kind: v.picklist(signInKinds),
      name: v.string(),
      stays: v.optional(v.picklist(['address', 'last'])),
    }),
  ),
  /** Those that the operator has set up and the account does not have. */
  canAdd: v.array(v.picklist(signInKinds)),
})
export type SignIns = v.InferOutput<typeof signIns>

/** `GET /v1/sign-ins`: the sign-ins of the person. */
export const getSignIns = { path: '/v1/sign-ins', answer: signIns } as const

/**
 * `POST /v1/sign-ins`: adds the sign-in of a provider's result. Needs a fresh sign-in, sends a notice, and
 * is refused with `sign_in_taken` where it opens another account. One by mail is added by `email/change`.
 */
export const addSignIn = {
  path: '/v1/sign-ins',
  answer: signIns,
} as const

/**
 * `DELETE /v1/sign-ins/:kind`: removes a sign-in and ends the sessions that it opened, this one too. Needs a
 * fresh sign-in, sends a notice, and is refused with `last_sign_in` for the only one that can be used, and
 * with `address_stays` for the one by mail.
 */
export const removeSignIn = {
  path: '/v1/sign-ins/:kind',
  params: v.object({ kind: v.picklist(signInKinds, 'There is no such sign-in.') }),
  answer: v.object({ removed: v.literal(true) }),
} as const
