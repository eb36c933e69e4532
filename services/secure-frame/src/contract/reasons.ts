import * as v from 'valibot'

/**
 * The names of refusals: `{ status: 'FAILED', reasons: [{ name, description }] }`. Other names are those
 * of fields that are not valid (400). They are promises: added, never renamed.
 */
export const REASONS = {
  /** 403: the project id is not configured. */
  project: 'projectId',
  /** 403: the request does not come from the frame's own page. */
  origin: 'origin',
  /** 401: there is no proof, or it is not one. */
  proof: 'proof',
  /** 401: the proof's time is off; the header `x-latchkey-time` says the service's. */
  proofTime: 'proof.time',
  /** 401: the session is unknown, over, or of another key. Resume it, or sign in. */
  session: 'session',
  /** 403: this needs a sign-in of the last five minutes. */
  fresh: 'fresh',
  /** 403: the wallet's own key has not signed this. */
  key: 'key',
  /** 400: the code is wrong, used, over, or of another frame. */
  code: 'code',
  /** 400: it is the address that the account has. */
  sameEmail: 'same_email',
  /** 409: the new address has an account of its own. Nobody but its owner is told. */
  emailTaken: 'email_taken',
  /** 403, 409: a change of the address can still be undone; see `retry-after`. */
  changed: 'changed',
  /** 429: too many; see `retry-after`. */
  tooMany: 'too_many_requests',
  /** 404: the person has no such wallet, share or home. */
  missing: 'missing',
  /** 409: another request was first: a wallet exists already, or its split is another. */
  conflict: 'conflict',
  /** 404: the operator has not set this provider up. */
  notConfigured: 'not_configured',
  /** 400: the sign-in by a provider is unknown, over, used, or of another frame. */
  expired: 'expired',
  /** 403: the person refused at the provider. */
  denied: 'denied',
  /** 502: the provider is away, or does not answer as it should. */
  provider: 'provider_failed',
  /** 403: the provider has named another person than the one of this session. */
  otherPerson: 'other_person',
  /** 409: the sign-in opens another account. Nobody is told whose. */
  signInTaken: 'sign_in_taken',
  /** 409: the account has a sign-in of that kind. */
  hasKind: 'has_kind',
  /** 409: the sign-in by mail is changed by codes of both addresses, and is not removed. */
  addressStays: 'address_stays',
  /** 409: it is the only sign-in of the account that can be used. */
  lastSignIn: 'last_sign_in',
  /** 400: the question whether two sign-ins are of one person is over, was answered, or is of another frame. */
  question: 'question_over',
  /** 503: the share cannot be opened, as without its wrapping key. */
  sealed: 'sealed',
  /** 503: the keeper of recovery shares is away. */
  keeper: 'keeper',
  /** 401, of a keeper: the request is not one of its service. */
  signature: 'signature',
} as const

/** The body of every refusal. */
export const failedAnswer = v.object({
  status: v.literal('FAILED'),
  reasons: v.array(v.object({ name: v.string(), description: v.string() })),
})
