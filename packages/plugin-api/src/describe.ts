/**
 * Helpers for an adapter's `describe`, which every chain needs. Import it only from modules that
 * `describe` loads, so that a page without descriptions does not fetch it.
 * @packageDocumentation
 */
import type { Description } from './chain/adapter.js'

/** One row of a description. */
export type Row = Description['rows'][number]

/** Characters of a value; a longer one is cut, and its description is not complete. */
export const MOST_TEXT = 20_000

/**
 * Whether a text has invisible characters, characters that turn its order around, or more than three
 * marks on one letter: their ink covers what stands beside it. Line breaks and tabs do not count.
 */
export const hasHidden = (text: string): boolean =>
  /(?!\ufe0f)\p{DI}|[\p{Mn}\p{Me}]{4}|[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[^\P{Cc}\n\r\t]/u.test(
    text,
  )

/** Decodes bytes as UTF-8. `undefined` where they are not a text. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether the host is this computer: no network is between it and the browser. */
const isLocal = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/**
 * The origin of a URI of the web. `undefined` for one without a host, and for one with a user name, as
 * `https://shop.example@evil.example` looks like another site than it is.
 */
export function originOf(uri: string): string | undefined {
  const [, authority] = /^https?:\/\/([^/?#@\\]+)(?:[/?#]|$)/i.exec(uri) ?? []
  return authority !== undefined && URL.canParse(uri) ? new URL(uri).origin : undefined
}

/**
 * The origins of a domain's pages: https, and http where the domain is local
 * (`localhost` and names below it, 127.0.0.0/8, `[::1]`).
 * @param domain host, with port where there is one
 */
export function originsOf(domain: string): readonly string[] {
  const origins = [`https://${domain}`, `http://${domain}`]
    .map(originOf)
    .filter((origin) => origin !== undefined)
  return origins.slice(0, origins.length && isLocal(new URL(origins[0]!).hostname) ? 2 : 1)
}

/**
 * The domain and address of a sign-in message, if the text begins like EIP-4361 and the formats of
 * other chains made after it. `foreignUri`: a `URI` line of another site than the domain, or a scheme
 * before the domain that its pages do not have. EIP-4361 lets the two differ; a page that relays the
 * message to another site uses that.
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

/** Base units as an exact decimal number of whole units, without zeros at the end. */
export function toUnits(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const fraction = digits.slice(at).replace(/0+$/, '')
  return `${digits.slice(0, at)}${fraction && `.${fraction}`}`
}

/** Bytes in hex, without a prefix. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
