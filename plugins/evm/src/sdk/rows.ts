import type { Description } from '@latchkey/plugin-api'

export type Row = Description['rows'][number]
export type Fields = Readonly<Record<string, unknown>>

/** A plain copy of an object's own fields. `undefined` for anything else. */
export const rowsOf = (value: unknown): Fields | undefined => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined)

/** Whether a text has characters that cannot be seen or that turn the order around. Line breaks and tabs are neither. */
export const isHidden = (text: string): boolean => /[\p{Cf}\p{Cs}\p{Co}\p{Cn}]|[^\P{Cc}\n\r\t]/u.test(text)

/** Half of what a uint160 can say, the smallest type of an allowance: nobody means such an amount. */
export const UNLIMITED = 2n ** 159n
