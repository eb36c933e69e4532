/**
 * HTTP between the service and the keeper of its recovery shares. Bodies are JSON. Each request is signed by
 * the service and each answer by the keeper: see `signed.ts`.
 */
import * as v from 'valibot'
import { email, language, origin, walletId } from '../contract/bodyFields.js'
import { secret, share, time } from '../contract/fields.js'

/** The header of a request and of its answer, each with a signed token. */
export const SIGNED_HEADER = 'x-latchkey-signed'

/** So many shares or sets go in one request. */
export const MAX_AT_ONCE = 50

/** Fixed words, or the name of a browser. */
const agent = v.pipe(v.string(), v.maxLength(200))

/** A share that the keeper keeps for a person. */
const keptShare = v.object({
  account: walletId,
  wallet: walletId,
  /** The split that it belongs to: see `RecoverySet`. */
  set: walletId,
  share,
  created: time,
  /** The person's address, for notices. Absent: there is none. */
  address: v.optional(email),
  /** The site that mails name. */
  site: origin,
})
export type KeptShare = v.InferOutput<typeof keptShare>

/** Keeps shares; one that is there already is written again. */
export const keepShares = {
  path: '/v1/shares/keep',
  body: v.object({ shares: v.pipe(v.array(keptShare), v.minLength(1), v.maxLength(MAX_AT_ONCE)) }),
  answer: v.object({ kept: v.number() }),
} as const

/**
 * Releases a share by the service's statement about a sign-in of the last five minutes, with the frame's own
 * proof of the request that asked for it. The keeper counts and notes it, and sends the person a mail.
 */
export const releaseShare = {
  path: '/v1/shares/release',
  body: v.object({
    account: walletId,
    wallet: walletId,
    set: walletId,
    /** When the person signed in. */
    authTime: time,
    /** Thumbprint of the key that the session is bound to. */
    jkt: secret,
    /** The header `DPoP` of the page's request. */
    proof: v.pipe(v.string(), v.maxLength(2_048)),
    /** The hash of the session's token, which the proof holds. */
    ath: secret,
    address: v.optional(email),
    agent,
    lang: language,
  }),
  answer: v.object({ share }),
} as const
export type ReleaseStatement = v.InferOutput<typeof releaseShare.body>

/** Drops sets of a wallet, or all of them. */
export const dropShares = {
  path: '/v1/shares/drop',
  body: v.object({
    wallet: walletId,
    sets: v.optional(v.pipe(v.array(walletId), v.minLength(1), v.maxLength(MAX_AT_ONCE))),
  }),
  answer: v.object({ dropped: v.number() }),
} as const

/** Notes a person's address. Another one than before holds up releases for 72 hours. */
export const noteAddress = {
  path: '/v1/address',
  body: v.object({ wallet: walletId, address: email }),
  answer: v.object({ noted: v.boolean() }),
} as const

/** How many shares there are. */
export const readState = {
  path: '/v1/state',
  body: v.object({}),
  answer: v.object({ shares: v.number() }),
} as const

export const requestClaims = v.object({
  /** The id of the keeper's key: a request is for one keeper. */
  aud: v.string(),
  path: v.string(),
  /** SHA-256 of the body, base64url. */
  body: secret,
  iat: v.pipe(v.number(), v.safeInteger()),
  jti: secret,
})
export const answerClaims = v.object({
  /** The `jti` of the request. */
  request: secret,
  status: v.number(),
  body: secret,
  /** The id of the keeper's database. */
  database: walletId,
})
export type AnswerClaims = v.InferOutput<typeof answerClaims>
/** A request is taken for so long before and after its time. */
export const REQUEST_SECONDS = 60
