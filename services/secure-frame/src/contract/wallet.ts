import * as v from 'valibot'
import { sealed, share, split } from './fields.js'
import { walletRecord } from './user.js'

/** Numbers that a page needs to open what it sealed: `memory`, `passes`. */
const parameters = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(32)), v.pipe(v.number(), v.safeInteger())),
  v.check((all) => Object.keys(all).length <= 8),
)

/** A recovery share as the page hands it over. */
export const recoveryInput = v.variant('kind', [
  /** Sealed by the service under its second key, in its second store. Mode `automatic` only. */
  v.object({ kind: v.literal('automatic'), share }),
  v.object({
    kind: v.picklist(['passkey', 'password', 'kit']),
    /** The share, sealed by the page. */
    sealed,
    salt: v.optional(sealed),
    /** Of a passkey. */
    credentialId: v.optional(sealed),
    parameters: v.optional(parameters),
  }),
])
export type RecoveryInput = v.InferOutput<typeof recoveryInput>

/**
 * `POST /v1/wallet`: the first one of a person; a second is refused with `conflict`. One whose only share
 * no browser could keep, and that has no recovery, opens for nobody: another one takes its place.
 */
export const createWallet = {
  path: '/v1/wallet',
  answer: walletRecord,
} as const

/**
 * `POST /v1/wallet/split`: new shares of the same wallet. All shares, recoveries and homes of the split
 * before are deleted. Refused with `conflict` where `from` is not the split on record, and with `missing`
 * where there is no such device. Needs a fresh sign-in, which whoever reads the mail has too, and a
 * signature by the wallet's own key, which only the person has; refused with `key` without it. A notice
 * goes out by mail.
 */
export const newSplit = {
  path: '/v1/wallet/split',
  answer: walletRecord,
} as const

/** `POST /v1/wallet/share`: the service's share, 60 a minute for a session. */
export const getShare = {
  path: '/v1/wallet/share',
  answer: v.object({ wallet: v.string(), split, share }),
} as const

/**
 * `POST /v1/wallet/export`: the service's share for the words of the wallet. Needs a fresh sign-in, five
 * times a day, and stands in the person's part of the audit log.
 */
export const exportShare = { path: '/v1/wallet/export', answer: getShare.answer } as const

/**
 * `POST /v1/wallet/recovery`: the recovery shares, five times a day, with a notice by mail. Needs a
 * fresh sign-in.
 */
export const getRecovery = {
  path: '/v1/wallet/recovery',
  answer: v.object({ wallet: v.string(), split, recovery: v.array(recoveryInput) }),
} as const

/** `PUT /v1/wallet/home`: keeps the device's share, sealed under the secret of the device's cookie. */
export const putHome = {
  path: '/v1/wallet/home',
  answer: v.object({ kept: v.literal(true) }),
} as const

/** `DELETE /v1/wallet/home`: drops it, as when the share of this device was put elsewhere. */
export const deleteHome = {
  path: '/v1/wallet/home',
  answer: v.object({ dropped: v.literal(true) }),
} as const

/** `GET /v1/wallet/home`: `missing` where this browser's cookie has none of the split on record. */
export const getHome = {
  path: '/v1/wallet/home',
  answer: v.object({ wallet: v.string(), split, share }),
} as const
