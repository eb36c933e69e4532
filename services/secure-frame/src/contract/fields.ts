import * as v from 'valibot'

/** A code is valid for this long, and so is the link to approve a device. */
export const CODE_MS = 10 * 60_000
/** A code may be tried this often. */
export const CODE_TRIES = 5
/** A sign-in counts as fresh for this long. */
export const FRESH_MS = 5 * 60_000
/** A wait is answered after this at the latest; the page then asks again. */
export const WAIT_MS = 25_000

/** The old address of an account can undo a change of it for this long. */
export const UNDO_MS = 72 * 60 * 60_000

/** Base64url of so many characters. */
export const base64url = (least: number, most: number) =>
  v.pipe(v.string(), v.minLength(least), v.maxLength(most), v.regex(/^[\w-]+$/))

/** 256 random bits of the service: a token, a handle, an id of an attempt. */
export const secret = base64url(43, 43)
/** A share of Shamir's scheme: 33 bytes, base64url. */
export const share = base64url(44, 44)
/** Bytes that the page sealed, base64url, 3 kB at most. */
export const sealed = base64url(1, 4096)
export const evmAddress = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))
/** 32 bytes in base58. */
export const solanaAddress = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
/** Counted up from 1; shares of two splits never join. */
export const split = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** '' where the service has one project. */
export const projectId = v.pipe(v.string(), v.maxLength(128))
/** Milliseconds since 1970. */
export const time = v.number()
