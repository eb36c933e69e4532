/**
 * For an adapter's `describe`: what every chain needs to put a request into words. Import it below what `describe` loads; a page that describes nothing never fetches it.
 * @packageDocumentation
 */
import type { Description } from './adapter.js'

/** One row of a description. */
export type Row = Description['rows'][number]

/** Characters of a value; what has more is cut, and said to be incomplete. */
export const MOST_TEXT = 20_000

/** Whether a text has characters that cannot be seen or that turn the order around. Line breaks and tabs are neither. */
export const hasHidden = (text: string): boolean => /(?!\ufe0f)\p{DI}|[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[^\P{Cc}\n\r\t]/u.test(text)

/** Bytes as the text that they are. `undefined` where they are no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The host of a web address that is safe to sign in at: https, or http on this machine. `undefined` for any other text, and for one with a name
 * before its host: `https://shop.example@evil.example` reads as another site than it is.
 */
function hostOf(address: string): string | undefined {
  if (!/^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(address)) return undefined
  try {
    const { protocol, host, hostname } = new URL(address)
    return protocol === 'https:' || (protocol === 'http:' && /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) ? host : undefined
  } catch {
    return undefined
  }
}

/**
 * Where and as whom a message signs in, if it begins as EIP-4361 and its kin do. `foreignUri`: a `URI` line of another host than the domain,
 * or of no https page, or a scheme before the domain that is not of one. EIP-4361 lets the two differ; a page that relays the message to another site makes use of it.
 */
export function signInOf(text: string): { domain: string; address: string; foreignUri?: string } | undefined {
  const [, scheme, domain, address] = /^([a-z][a-z\d+.-]*:\/\/)?(\S+) wants you to sign in with your [^\n]+ account:\r?\n(\S*)/i.exec(text) ?? []
  if (domain === undefined) return undefined
  const lines = Array.from(text.matchAll(/\nURI:[ \t]*([^\r\n]*)/g), ([, uri = '']) => uri)
  const uris = scheme === undefined ? lines : [scheme + domain, ...lines]
  // A local page says http in its URI and nothing in its domain; a default port is no difference.
  const own = [`https://${domain}`, `http://${domain}`].map(hostOf)
  const foreignUri = uris.find((uri) => !own.includes(hostOf(uri) ?? ''))
  return { domain, address: address!, ...(foreignUri !== undefined && { foreignUri }) }
}

/** Base units in whole ones, exactly, with a point and without zeros at the end. */
export function toUnits(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const fraction = digits.slice(at).replace(/0+$/, '')
  return `${digits.slice(0, at)}${fraction && `.${fraction}`}`
}

/** Bytes as digits, without a prefix. */
export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
