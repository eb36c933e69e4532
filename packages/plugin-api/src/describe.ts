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

/** Where and as whom a message signs in, if it begins as EIP-4361 and its kin do. */
export function signInOf(text: string): { domain: string; address: string } | undefined {
  const [, domain, address] = /^(?:[a-z][a-z\d+.-]*:\/\/)?(\S+) wants you to sign in with your [^\n]+ account:\r?\n(\S*)/i.exec(text) ?? []
  return domain === undefined ? undefined : { domain, address: address! }
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
