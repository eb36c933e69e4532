import type { Description } from '@latchkey/plugin-api'

export type Row = Description['rows'][number]
export type Fields = Readonly<Record<string, unknown>>

/** Who asks, and for whom: the account in use, the one that the wallet takes where a request names none, and the host of the page. */
export interface By {
  account?: string | undefined
  unnamed?: string | undefined
  host?: string | undefined
}

/** Characters of a value; what has more is cut, and said to be incomplete. */
export const MOST_TEXT = 20_000

/** A plain copy of an object's own fields. `undefined` for anything else. */
export const rowsOf = (value: unknown): Fields | undefined => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined)

/** Whether a text has characters that cannot be seen or that turn the order around. Line breaks and tabs are neither. */
export const isHidden = (text: string): boolean => /(?!\ufe0f)\p{DI}|[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[^\P{Cc}\n\r\t]/u.test(text)

/** Half of what a uint160 can say, the smallest type of an allowance: nobody means such an amount. */
export const UNLIMITED = 2n ** 159n

export const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** The account that acts, unless it is the one in use. */
export const otherAccount = (named: unknown, { account, unnamed }: By, address = named ?? unnamed): Row[] =>
  address === undefined || String(address).toLowerCase() === account?.toLowerCase() ? [] : [{ label: 'evm.from', value: String(address).slice(0, MOST_TEXT), ...(account !== undefined && { warning: 'evm.otherAccount' }) }]

/** Anything as JSON, for a raw row. */
export function toText(value: unknown): string {
  try {
    return (typeof value === 'string' ? value : JSON.stringify(value ?? null)).slice(0, MOST_TEXT)
  } catch {
    return '?'
  }
}
