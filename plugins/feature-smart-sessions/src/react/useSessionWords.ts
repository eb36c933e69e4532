import type { Limits } from '@latchkey/smart-account'
import { formatAmount, showHidden, useLocale, useMessages } from '@latchkey/ui-react/kit'
import type { SessionsState, SessionToken, SmartSession } from '../api.js'
import type { WiderPart } from '../grants/widerParts.js'
import { nextPeriodOf } from '../nextPeriod.js'
import type { Place } from './place.js'
import { tokenKey } from '../sessionKey.js'

const MS = 1000
/** Seconds of the units that periods are told in, the longest first. */
const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** The words for a session: its limits, its end, and amounts of it. */
export interface SessionWords {
  /** The limit in one line. */
  limit(session: SmartSession): string
  /** Its end in the time zone of the visitor; `undefined`: not known. */
  end(session: SmartSession): string | undefined
  /** The day of its end, which has room in a row. */
  day(session: SmartSession): string | undefined
  /** An amount of the coin or token that it moves. */
  amount(session: SmartSession, value: bigint): string
  /** The rest in one line; `undefined`: it is not known, or not counted. */
  left(session: SmartSession): string | undefined
  /** When the next period of its amount begins, where the present one is used up. */
  nextPeriod(session: SmartSession): string | undefined
  /** The parts of a grant that are wider than what was asked for. */
  parts(wider: readonly WiderPart[]): string
}

/** The coin or the token that a session moves; `undefined`: its decimals are not known. */
function tokenOf(
  { network, limits }: SmartSession,
  place: Place,
  tokens: SessionsState['tokens'],
): SessionToken | undefined {
  const permission = limits?.permission
  return permission?.type === 'erc20'
    ? tokens?.[tokenKey(network, permission.token)]
    : place.networkOf(network)?.nativeCurrency
}

/** Decimal places of the rest in a row: one that is cut looks smaller than it is, and never larger. */
const ROW_DIGITS = 6

/**
 * An amount without zeros at its end, whole unless `digits` says otherwise: a limit that was cut would look
 * smaller than it is.
 */
function exact(value: bigint, decimals: number, locale: string, digits = decimals): string {
  const written = formatAmount({ value, decimals }, locale, digits)
  return decimals > 0 ? written.replace(/0+$/, '').replace(/\D$/, '') : written
}

/** A time span in the language's words: in the longest unit that divides it. */
function spanOf(seconds: number, locale: string): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0)!
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(seconds / length)
}

/** Message keys of the parts of a grant. */
const PARTS: Readonly<Record<WiderPart, string>> = {
  kind: 'sessions.limit',
  amount: 'sessions.limit',
  start: 'sessions.limit',
  conditions: 'sessions.limit',
  token: 'sessions.token',
  targets: 'sessions.targets',
  selectors: 'sessions.selectors',
  maxValue: 'sessions.perCall',
  maxCalls: 'sessions.times',
  expiry: 'sessions.ends',
  to: 'sessions.to',
}
const TO_THE_MINUTE = { dateStyle: 'medium', timeStyle: 'short' } as const

const timeOf = (
  seconds: number,
  locale: string,
  style: Intl.DateTimeFormatOptions,
): string | undefined =>
  seconds ? new Intl.DateTimeFormat(locale, style).format(seconds * MS) : undefined

export function useSessionWords(place: Place, tokens: SessionsState['tokens']): SessionWords {
  const text = useMessages()
  const locale = useLocale()
  const written = (session: SmartSession, value: bigint, digits?: number): string => {
    const token = tokenOf(session, place, tokens)
    if (!token) return text('sessions.units', { amount: value.toString() })
    return `${exact(value, token.decimals, locale, digits)} ${showHidden(token.symbol)}`.trim()
  }
  const amount: SessionWords['amount'] = (session, value) => written(session, value)
  const limitOf = (session: SmartSession, { permission }: Limits): string => {
    if (permission.type === 'calls')
      return text('sessions.calls', { count: permission.targets.length })
    const { allowance } = permission
    if (allowance.kind === 'total')
      return text('sessions.total', { amount: amount(session, allowance.amount) })
    if (allowance.kind === 'period')
      return text('sessions.period', {
        amount: amount(session, allowance.amount),
        period: spanOf(allowance.period, locale),
      })
    return text('sessions.stream', {
      amount: amount(session, allowance.perSecond),
      maximum: amount(session, allowance.maximum),
    })
  }
  return {
    amount,
    limit: (session) =>
      session.limits ? limitOf(session, session.limits) : text('sessions.other'),
    end: ({ expiry }) => timeOf(expiry, locale, TO_THE_MINUTE),
    day: ({ expiry }) => timeOf(expiry, locale, { dateStyle: 'medium' }),
    left(session) {
      const { amount: moved, calls } = session.usage ?? {}
      if (calls?.left === 0) return text('sessions.usedUp')
      if (moved) return text('sessions.left', { amount: written(session, moved.left, ROW_DIGITS) })
      return calls && text('sessions.left', { amount: String(calls.left) })
    },
    nextPeriod({ limits, usage }) {
      if (!limits || usage?.amount?.left !== 0n || usage.calls?.left === 0) return undefined
      return timeOf(nextPeriodOf(limits, Date.now() / MS) ?? 0, locale, TO_THE_MINUTE)
    },
    parts: (wider) =>
      new Intl.ListFormat(locale).format(new Set(wider.map((part) => text(PARTS[part])))),
  }
}
