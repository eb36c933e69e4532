/** Why a part of a request is refused. */
export type RefusedReason =
  | 'missing'
  | 'not-a-number'
  | 'not-an-address'
  | 'not-a-selector'
  | 'zero'
  | 'negative'
  | 'unlimited'
  | 'past'
  | 'too-far'
  | 'never'
  | 'too-many'
  | 'twice'
  | 'unknown'
  | 'own-account'
  | 'anybody'

/** The part of a request that is wrong, by its path, such as `permissions[0].allowance.amount`. */
export interface Problem {
  part: string
  reason: RefusedReason
}

/** The facts that a field is judged by. */
export interface FieldScope {
  /** Seconds since 1970. */
  now: number
  /** Seconds since 1970; `undefined` where it is missing or wrong itself. */
  expiry: number | undefined
  /** The account that grants; `undefined` where the wallet chooses. */
  account: string | undefined
}

/** Checks one value. @returns why it is wrong */
export type Check = (value: unknown, scope: FieldScope) => RefusedReason | undefined

/** An amount of so many units does not limit anything: all tokens have fewer. */
export const MOST_AMOUNT = 2n ** 128n
/** Of an expiry: a permission that is older than a year is granted anew. */
export const LONGEST_S = 366 * 24 * 60 * 60
const MOST_CALLS = 1_000_000
const MOST_LISTED = 32
const ZERO_ADDRESS = /^0x0{40}$/
/** Delegates that stand for anybody in the Delegation Framework. */
const ANYBODY = /^0x0{37}a11$/i
const ADDRESS = /^0x[\da-f]{40}$/i

/** An integer of any spelling of JSON or JavaScript; `undefined` for anything else. */
export function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  const isWritten = typeof value === 'string' && /^(-?\d{1,78}|0x[\da-f]{1,64})$/i.test(value)
  return isWritten ? BigInt(value) : undefined
}

/** An integer from `least` on. */
const integer =
  (
    least: bigint,
    further: (value: bigint, scope: FieldScope) => RefusedReason | undefined,
  ): Check =>
  (value, scope) => {
    if (value === undefined || value === null) return 'missing'
    const read = toInteger(value)
    if (read === undefined) return 'not-a-number'
    if (read < 0n) return 'negative'
    return read < least ? 'zero' : further(read, scope)
  }

const amountFrom = (least: bigint): Check =>
  integer(least, (value) => (value >= MOST_AMOUNT ? 'unlimited' : undefined))
/** An amount in base units, which may not be nothing. */
export const positive: Check = amountFrom(1n)
/** An amount in base units. */
export const natural: Check = amountFrom(0n)

/** A time span in seconds. */
export const duration: Check = integer(1n, (value) =>
  value > BigInt(LONGEST_S) ? 'too-far' : undefined,
)

/** The time from which on amounts count, in seconds since 1970. It may be left out. */
export const start: Check = (value, scope) =>
  value === undefined || value === null
    ? undefined
    : integer(0n, (read, { expiry }) =>
        expiry !== undefined && read >= BigInt(expiry) ? 'never' : undefined,
      )(value, scope)

/** The time of the end, in seconds since 1970. */
export const expiry: Check = integer(0n, (value, { now }) => {
  if (value <= BigInt(now)) return 'past'
  return value > BigInt(now + LONGEST_S) ? 'too-far' : undefined
})

/** How often it may be redeemed. */
export const callCount: Check = integer(1n, (value) =>
  value > BigInt(MOST_CALLS) ? 'unlimited' : undefined,
)

/** An account or a contract. */
export const address: Check = (value, { account }) => {
  if (value === undefined || value === null) return 'missing'
  if (typeof value !== 'string' || !ADDRESS.test(value)) return 'not-an-address'
  if (ZERO_ADDRESS.test(value)) return 'zero'
  if (ANYBODY.test(value)) return 'anybody'
  return value.toLowerCase() === account?.toLowerCase() ? 'own-account' : undefined
}

const selector: Check = (value) =>
  typeof value === 'string' && /^0x[\da-f]{8}$/i.test(value) ? undefined : 'not-a-selector'

const listOf =
  (each: Check): Check =>
  (value, scope) => {
    if (!Array.isArray(value) || value.length === 0) return 'missing'
    if (value.length > MOST_LISTED) return 'too-many'
    const all = value as readonly unknown[]
    const wrong = all.map((one) => each(one, scope)).find((reason) => reason)
    const spelled = new Set(all.map((one) => String(one).toLowerCase()))
    return wrong ?? (spelled.size < all.length ? 'twice' : undefined)
  }
export const addresses: Check = listOf(address)
export const selectors: Check = listOf(selector)
