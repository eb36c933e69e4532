import { MOST_TEXT, type Row } from '@latchkey/plugin-api/describe'

export type Fields = Readonly<Record<string, unknown>>

/**
 * The caller's side of a request: the account in use, the account that the wallet takes where the
 * request names none, and the host of the page.
 */
export interface By {
  account?: string | undefined
  unnamed?: string | undefined
  host?: string | undefined
}

/** Copies an object's own fields. `undefined` for anything else. */
export const rowsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined

/**
 * The largest uint96, which some tokens (UNI, COMP) take as "everything": an allowance of it or more
 * has no limit.
 */
export const UNLIMITED = 2n ** 96n - 1n

export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
/** Whether it is the zero address, which nobody owns. */
export const isNobody = (address: string): boolean => /^0x0{40}$/.test(address)

/** A row for the account that acts, unless it is the account in use. */
export const otherAccount = (
  named: unknown,
  { account, unnamed }: By,
  address = named ?? unnamed,
): Row[] =>
  address === undefined || String(address).toLowerCase() === account?.toLowerCase()
    ? []
    : [
        {
          label: 'evm.from',
          value: String(address).slice(0, MOST_TEXT),
          ...(account !== undefined && { warning: 'evm.otherAccount' }),
        },
      ]

/** Any value as JSON, for a raw row. */
export function toText(value: unknown): string {
  try {
    return (typeof value === 'string' ? value : JSON.stringify(value ?? null)).slice(0, MOST_TEXT)
  } catch {
    return '?'
  }
}

/**
 * A row for each unknown field. A field that is `undefined` is left out, as it does not reach the
 * wallet.
 */
export const unknownRows = (fields: Fields, known: readonly string[]): Row[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || known.includes(name)
      ? []
      : [
          {
            label: 'evm.unknownPart',
            value: `${name}: ${toText(value)}`.slice(0, MOST_TEXT),
            raw: true,
            warning: 'evm.nobodyKnows',
          },
        ],
  )
