import * as v from 'valibot'
import { base64url } from './fields.js'

export const MAX_EMAIL_LENGTH = 254

/**
 * An address that can be the only recipient of a mail: no spaces, quotes, brackets, commas or control
 * characters, so that it cannot add a header or a second recipient.
 */
const EMAIL =
  // eslint-disable-next-line no-control-regex -- control characters are what it keeps out
  /^[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f]{1,64}@[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f]+\.[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f.]{2,}$/u

export const email = v.pipe(
  v.string('An email address must be text.'),
  v.maxLength(MAX_EMAIL_LENGTH, 'The email address is longer than 254 characters.'),
  v.regex(EMAIL, 'This is not an email address.'),
  v.check((text) => !/\.\.|^\.|\.@|@[.-]/.test(text), 'This is not an email address.'),
)

/** Six digits. Digits of other scripts and spaces are read by {@link readCode}. */
export const code = v.pipe(
  v.string('A code must be text.'),
  v.maxLength(32, 'A code has six digits.'),
  v.transform(readCode),
  v.regex(/^\d{6}$/, 'A code has six digits.'),
)

/** Digits of any script as 0 to 9, without spaces and hyphens between them. */
export function readCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\u2010-\u2015-]/g, '')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
}

/** Unicode keeps the ten digits of a script in a row that begins with its zero. */
const digitOf = (digit: string): number => {
  let zero = digit.codePointAt(0)!
  for (let count = 0; count < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)); count += 1)
    zero -= 1
  return digit.codePointAt(0)! - zero
}

/** 128 random bits of the page: the id of a wallet. */
export const walletId = base64url(22, 22)
/** A signature of Ed25519: 64 bytes, base64url. */
export const signature = base64url(86, 86)
/** An origin as `URL.origin` spells it. */
export const origin = v.pipe(
  v.string(),
  v.maxLength(300),
  v.regex(/^https?:\/\/[^\s/?#@\\]+$/, 'An origin is a scheme, a host and perhaps a port.'),
)
/** BCP 47; a language without texts gets English. */
export const language = v.pipe(v.string(), v.maxLength(35), v.regex(/^[a-zA-Z\d-]+$/))
