import { createHash } from 'node:crypto'
import { EARLY_SCRIPT } from '../contract/early.js'
import { ASSETS_PATH, type PageConfig } from '../contract/index.js'

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

/** The source of a policy that lets this text run in a page. */
const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Of every answer: nothing is said to anybody, and nothing is guessed. */
const COMMON = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000',
} as const

const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), ' +
  'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self)'

/**
 * Headers of the frame's page. Its scripts are the built ones alone, text never becomes a script, and
 * only the project's origins may embed it. CORP and COEP let pages embed it that are isolated themselves.
 * @param publicUrl origin of the service
 */
export function pageHeaders(publicUrl: string, config: PageConfig): Record<string, string> {
  const assets = `${publicUrl}${ASSETS_PATH}`
  const nodes = Object.values(config.rpc)
  const payers = Object.values(config.smartAccounts).flatMap(({ bundlers, paymaster = [] }) =>
    bundlers.concat(paymaster),
  )
  const asked = [...new Set([...nodes, ...payers].map((url) => new URL(url).origin))]
  return {
    ...COMMON,
    'Content-Security-Policy': policy({
      'default-src': ["'none'"],
      // Argon2id is compiled from bytes in such a script.
      'script-src': [assets, hashOf(EARLY_SCRIPT), "'wasm-unsafe-eval'"],
      'style-src': [assets],
      'font-src': [assets],
      'img-src': [assets, 'data:'],
      'connect-src': ["'self'", ...asked],
      'frame-ancestors': [...config.origins],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
    }),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Embedder-Policy': 'credentialless',
    'Permissions-Policy': PERMISSIONS,
    'Cache-Control': 'no-store',
  }
}

/** Headers of a page that nobody may embed, without scripts and with one style sheet in it. */
export function plainPageHeaders(style: string) {
  return {
    ...COMMON,
    'Content-Security-Policy': policy({
      'default-src': ["'none'"],
      'style-src': [hashOf(style)],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    }),
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  }
}

/**
 * Headers of the page that a provider sends the person to: nobody may embed it, and one script of ours runs.
 * It keeps its opener, whom it hands the result to.
 */
export function callbackHeaders(style: string, script: string): Record<string, string> {
  const { 'Cross-Origin-Opener-Policy': _, ...headers } = plainPageHeaders(style)
  const { 'Content-Security-Policy': plain } = headers
  return { ...headers, 'Content-Security-Policy': `${plain}; script-src ${hashOf(script)}` }
}

/** Headers of built files, whose names change with their content. */
export const ASSET_HEADERS = {
  ...COMMON,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const
