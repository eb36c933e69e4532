// The Content-Security-Policy of the site. Nothing inline runs but the scripts of the generator, which
// are named by their hashes, and no style stands in an attribute.
import { createHash } from 'node:crypto'

const INLINE = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g

/** @param {string} html @returns {string[]} `'sha256-...'` of each inline script, each once */
export const hashesOf = (html) => [
  ...new Set(
    [...html.matchAll(INLINE)].map(
      ([, script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
  ),
]

/** @param {string[]} hashes of inline scripts */
const policyOf = (hashes) =>
  [
    "default-src 'none'",
    ['script-src', "'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** Rules that only a header can state. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

// Style attributes of the generator's own HTML. Its script sets the first again, and the second is empty.
const SERVER_STYLES = [' style="--vp-vh:0px;"', ' style=""']

/** A page with its policy, which stands before everything that it is about. @param {string} html */
export const withPolicy = (html) => {
  const clean = SERVER_STYLES.reduce((text, style) => text.replaceAll(style, ''), html)
  const policy = policyOf(hashesOf(clean)).replaceAll('"', '&quot;')
  return clean.replace(
    /<meta charset="utf-8">/i,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
}

/**
 * Headers for hosts that read a file `_headers`. Others take the same lines into their own settings.
 * @param {string[]} hashes
 */
export const headersFile = (hashes) =>
  [
    '/*',
    `  Content-Security-Policy: ${policyOf(hashes)}; frame-ancestors 'none'`,
    ...Object.entries(HEADERS).map(([name, value]) => `  ${name}: ${value}`),
    '',
  ].join('\n')
