import * as v from 'valibot'
import { secret, time } from './fields.js'
import { entered } from './signIn.js'
import { socialProviders, user } from './user.js'

/** A sign-in by a provider is over after this. */
export const LOGIN_MS = 10 * 60_000

/**
 * `POST /v1/social/:provider/start`: begins a sign-in by a provider. The page of the provider is at `uri`;
 * it sends the person to `/v1/social/:provider/callback` of this service.
 */
export const socialStart = {
  path: '/v1/social/:provider/start',
  params: v.object({ provider: v.picklist(socialProviders, 'There is no such provider.') }),
  answer: v.object({ login: secret, uri: v.string(), expiresAt: time }),
} as const

/** States of a sign-in by a provider. The last three are ends. */
export const loginStates = ['started', 'returned', 'denied', 'failed', 'expired'] as const
export type LoginState = (typeof loginStates)[number]

const loginWait = {
  answer: v.object({
    state: v.picklist(loginStates),
    /** The result. It is there once the person came back in the browser that began. */
    uri: v.optional(v.string()),
  }),
} as const

/**
 * `POST /v1/social/wait`: answers as soon as the state is another than `seen` or there is a `uri`, or after
 * 25 s. Only the key or the cookie that began the sign-in is answered.
 */
export const socialWait = { path: '/v1/social/wait', ...loginWait } as const

/** Names the result of a sign-in; nothing is served there. */
export const RESULT_PATH = '/v1/social/result'

/**
 * `POST /v1/social/verify`: the result opens a session, once, for the key or the cookie that began. The
 * service takes the profile from the provider now. An account is made by the first sign-in, unless there is a
 * question first.
 */
export const socialVerify = {
  path: '/v1/social/verify',
  answer: entered,
} as const

/**
 * `POST /v1/social/confirm`: the result makes the sign-in of this session fresh again, where it is of the
 * same person. Refused with `other_person` where it is not.
 */
export const socialConfirm = {
  path: '/v1/social/confirm',
  answer: user,
} as const

/** `POST /v1/farcaster/start`: opens a channel of Farcaster Connect. The person's app is behind `uri`. */
export const farcasterStart = {
  path: '/v1/farcaster/start',
  answer: socialStart.answer,
} as const

/** `POST /v1/farcaster/wait`: asks the relay, and answers as `social/wait` does. */
export const farcasterWait = { path: '/v1/farcaster/wait', ...loginWait } as const
