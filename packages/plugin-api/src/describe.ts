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
export const hasHidden = (text: string): boolean =>
  /(?!\ufe0f)\p{DI}|[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[^\P{Cc}\n\r\t]/u.test(text)

/** Bytes as the text that they are. `undefined` where they are no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The host is this computer: nobody on the way could change what its pages say. */
const isLocal = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** The origin that a URI of the web says in so many words. `undefined` for one without a host, or with a name before it: `https://shop.example@evil.example` reads as another site than it is. */
export function originOf(uri: string): string | undefined {
  const [, authority] = /^https?:\/\/([^/?#@\\]+)(?:[/?#]|$)/i.exec(uri) ?? []
  return authority !== undefined && URL.canParse(uri) ? new URL(uri).origin : undefined
}

/**
 * The origins at which pages of a domain are open: https, and http where the domain is local (`localhost` and names below it, 127.0.0.0/8, `[::1]`).
 * @param domain host, with port where there is one
 */
export function originsOf(domain: string): readonly string[] {
  const origins = [`https://${domain}`, `http://${domain}`]
    .map(originOf)
    .filter((origin) => origin !== undefined)
  return origins.slice(0, origins.length && isLocal(new URL(origins[0]!).hostname) ? 2 : 1)
}

/**
 * Where and as whom a message signs in, if it begins as EIP-4361 and its kin do. `foreignUri`: a `URI` line of another site than the domain,
 * or a scheme before the domain of which its pages are not. EIP-4361 lets the two differ; a page that relays the message to another site makes use of it.
 */
export function signInOf(
  text: string,
): { domain: string; address: string; foreignUri?: string } | undefined {
  const [, scheme, domain, address] =
    /^([a-z][a-z\d+.-]*:\/\/)?(\S+) wants you to sign in with your [^\n]+ account:\r?\n(\S*)/i.exec(
      text,
    ) ?? []
  if (domain === undefined) return undefined
  const lines = Array.from(text.matchAll(/\nURI:[ \t]*([^\r\n]*)/g), ([, uri = '']) => uri)
  const uris = scheme === undefined ? lines : [scheme + domain, ...lines]
  const own = originsOf(domain)
  const foreignUri = uris.find((uri) => !own.includes(originOf(uri) ?? ''))
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
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
