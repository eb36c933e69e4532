import * as v from 'valibot'
import { evmAddress, projectId, solanaAddress, split, time } from './fields.js'

/** The ways in which a recovery share is kept. Only the first is the operator's. */
export const recoveryKinds = ['automatic', 'passkey', 'password', 'kit'] as const
export type RecoveryKind = (typeof recoveryKinds)[number]

export const walletRecord = v.object({
  id: v.string(),
  /** Shares join only with shares of the same split. */
  split,
  /** The addresses on record: a joined secret that gives others is never used. */
  evm: evmAddress,
  solana: solanaAddress,
  /** How it can be recovered. Empty until the person has chosen, where the service is in mode `user`. */
  recovery: v.array(v.picklist(recoveryKinds)),
})
export type WalletRecord = v.InferOutput<typeof walletRecord>

export const socialProviders = ['google', 'x', 'discord', 'github', 'apple', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]
/** The ways in which a person may sign in. */
export const signInKinds = ['email', ...socialProviders, 'farcaster'] as const
export type SignInKind = (typeof signInKinds)[number]

export const user = v.object({
  id: v.string(),
  /** The address that the person signs in by, or else one that a provider has verified. */
  email: v.optional(v.string()),
  /** As the provider of their sign-in says it: it is shown, and nothing is decided by it. */
  userName: v.optional(v.string()),
  /** Each confirms that it is the same person. */
  signIns: v.array(v.picklist(signInKinds)),
  projectId,
  /** Time of the sign-in that this session comes from. It is fresh for five minutes. */
  signedInAt: time,
  /** Null before the page has made one. */
  wallet: v.nullable(walletRecord),
})
export type User = v.InferOutput<typeof user>

/** `GET /v1/user` */
export const getUser = { path: '/v1/user', answer: user } as const

/** `DELETE /v1/user`: the account, its shares, devices and sessions. Needs a fresh sign-in. */
export const deleteUser = {
  path: '/v1/user',
  answer: v.object({ deleted: v.literal(true) }),
} as const

export const deviceId = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
export const device = v.object({
  id: v.string(),
  /** Browser and system, as `Firefox on Linux`. */
  name: v.string(),
  firstSeen: time,
  lastSeen: time,
  isThisOne: v.boolean(),
})

/** `GET /v1/devices` */
export const getDevices = {
  path: '/v1/devices',
  answer: v.object({ devices: v.array(device) }),
} as const

/**
 * `DELETE /v1/devices/:id`: ends its sessions and drops its home. Refused with `conflict` where there
 * is a wallet: a share on that device would still join with the service's, or would be the only one.
 * There `removes` of a new split does it. Needs a fresh sign-in.
 */
export const removeDevice = {
  path: '/v1/devices/:id',
  params: v.object({ id: deviceId }),
  answer: v.object({ removed: v.literal(true) }),
} as const

/** `GET /v1/activity`: the newest 50 entries of the person's own part of the audit log. */
export const getActivity = {
  path: '/v1/activity',
  answer: v.object({ entries: v.array(v.object({ at: time, action: v.string() })) }),
} as const

/**
 * `POST /v1/identity-token`: tells the site's server who signed in, 30 times a minute for a session. ES256,
 * five minutes, with the claims
 * `iss` (the service), `aud` (the project), `sub` (the person), `accounts` and, only if the project
 * asks for it, `email` and `email_verified`. Its key is at `/.well-known/jwks.json`.
 */
export const identityToken = {
  path: '/v1/identity-token',
  answer: v.object({ token: v.string(), expiresAt: time }),
} as const
