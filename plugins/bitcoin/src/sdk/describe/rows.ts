import type { Description } from '@latchkey/plugin-api'

export type Row = Description['rows'][number]

/** Characters of a value; what has more is cut, and said to be incomplete. */
export const MOST_TEXT = 20_000

/** Whether a text has characters that cannot be seen or that turn the order around. Line breaks and tabs are neither. */
export const isHidden = (text: string): boolean => /(?!\ufe0f)\p{DI}|[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[^\P{Cc}\n\r\t]/u.test(text)

/** Bytes as the text that they are. `undefined` where they are no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The domain for which a message signs in, as EIP-4361 and its kin begin. */
export const domainOf = (text: string): string | undefined => /^(?:[a-z][a-z\d+.-]*:\/\/)?(\S+) wants you to sign in with your [^\n]+ account:\r?\n/i.exec(text)?.[1]

/** Base units in whole ones, exactly. */
export function toUnits(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const fraction = digits.slice(at).replace(/0+$/, '')
  return `${digits.slice(0, at)}${fraction && `.${fraction}`}`
}
