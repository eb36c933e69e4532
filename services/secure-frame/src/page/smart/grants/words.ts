import { worstCase, type Danger, type WorstCase } from '@latchkey/smart-account'
import { hasHidden, toUnits, type Row } from '@latchkey/plugin-api/describe'
import { isAddressEqual, type Address } from 'viem'
import type { GrantTexts } from '../../translations/grants/en.js'
import type { GrantFacts } from './facts.js'
import type { Grant } from './readGrants.js'

/** The parts of a grant that a person reads. */
type Shown = Pick<Grant, 'to' | 'limits' | 'justification'>
/** A grant and what has to be said before somebody approves it. */
export interface Judged {
  grant: Shown
  dangers: readonly Danger[]
}

/** All that grants are put into words with. */
export interface Wording {
  texts: GrantTexts
  lang: string
  /** The network's own. */
  coin: { symbol: string; decimals: number }
  facts: GrantFacts
  /** Seconds since 1970, from which on the worst case counts. */
  now: number
}

/** Text that runs from left to right inside of one that does not. */
const isolated = (value: string, lang: string): string =>
  lang === 'ar' ? `\u2068${value}\u2069` : value

/** A text with its values. */
export const fill = (
  text: string,
  lang: string,
  values: Readonly<Record<string, string>>,
): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? isolated(values[name]!, lang) : whole,
  )

/** A time in the time zone of the visitor, which it names. @param seconds since 1970 */
export const timeOf = (seconds: number, lang: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'full', timeStyle: 'long' }).format(
    new Date(seconds * 1000),
  )

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A span of time in the largest unit that fits it exactly. */
export function spanOf(seconds: number, lang: string): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0)!
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  )
}

/**
 * An amount, beside the address of its token. Without decimals the number is that of base units, which no symbol
 * stands for.
 */
export function amountOf(
  amount: bigint,
  token: Address | undefined,
  { coin, facts }: Pick<Wording, 'coin' | 'facts'>,
): string {
  if (!token) return `${toUnits(amount, coin.decimals)} ${coin.symbol}`
  const { symbol, decimals } = facts.tokens.get(token.toLowerCase()) ?? {}
  if (decimals === undefined) return `${amount} (${token})`
  return [toUnits(amount, decimals), ...(symbol ? [symbol] : []), `(${token})`].join(' ')
}

/** The sentence of what a grant allows. */
function allowed({ limits: { permission } }: Shown, wording: Wording): string {
  const { texts, lang } = wording
  if (permission.type === 'calls')
    return permission.maxValue > 0n
      ? fill(texts['grant.callsWithCoins'], lang, {
          amount: amountOf(permission.maxValue, undefined, wording),
        })
      : texts['grant.calls']
  const token = permission.type === 'erc20' ? permission.token : undefined
  const amount = (value: bigint): string => amountOf(value, token, wording)
  const { allowance } = permission
  switch (allowance.kind) {
    case 'total':
      return fill(texts['grant.total'], lang, { amount: amount(allowance.amount) })
    case 'period':
      return fill(texts['grant.period'], lang, {
        amount: amount(allowance.amount),
        period: spanOf(allowance.period, lang),
        start: timeOf(allowance.start, lang),
      })
    case 'stream':
      return fill(texts['grant.stream'], lang, {
        initial: amount(allowance.initial),
        perSecond: amount(allowance.perSecond),
        maximum: amount(allowance.maximum),
        start: timeOf(allowance.start, lang),
      })
  }
}

const isOneOf = (address: Address, others: readonly Address[]): boolean =>
  others.some((other) => isAddressEqual(other, address))

/** The token of a grant, with the name that it gives itself. */
function tokenRows({ limits: { permission } }: Shown, { texts, lang, facts }: Wording): Row[] {
  if (permission.type !== 'erc20') return []
  const { token } = permission
  const read = facts.tokens.get(token.toLowerCase())
  const symbol = read?.symbol
  const named =
    symbol === undefined ? token : fill(texts['grant.tokenName'], lang, { token, name: symbol })
  // A token that could not be asked has said nothing.
  const isUnitless = read !== undefined && read.decimals === undefined
  const warning = isOneOf(token, facts.empty) ? 'grant.no-contract' : isUnitless && 'grant.units'
  return [{ label: 'grant.token', value: named, ...(warning && { warning }) }]
}

/** Contracts by their addresses: no name of theirs is verified here, and no function is known to be harmless. */
function callRows({ grant, dangers }: Judged, { facts }: Wording): Row[] {
  const { permission } = grant.limits
  if (permission.type !== 'calls') return []
  return [
    ...permission.targets.map((target): Row => ({
      label: 'grant.contract',
      value: target,
      ...(isOneOf(target, facts.empty) && { warning: 'grant.no-contract' }),
    })),
    ...permission.selectors.map((selector): Row => ({
      label: 'grant.function',
      value: selector,
      raw: true,
      ...(!dangers.some((danger) => danger.selector === selector) && {
        warning: 'grant.unknown-function',
      }),
    })),
  ]
}

const dangerRow = ({ kind, target, selector }: Danger): Row => ({
  label: 'grant.danger',
  value: selector === undefined ? target : `${selector} · ${target}`,
  warning: `grant.${kind}`,
})

/** The rows of a grant: a sentence for each of its limits, and who may act. */
export function grantRows({ grant, dangers }: Judged, wording: Wording): Row[] {
  const { texts, lang } = wording
  const { to, limits, justification } = grant
  const { notBefore, expiry, maxCalls } = limits
  const times =
    maxCalls === undefined
      ? texts['grant.anyTimes']
      : fill(texts['grant.times'], lang, { count: new Intl.NumberFormat(lang).format(maxCalls) })
  // Words that hide something are not shown: they could say another thing than they seem to.
  const says = justification !== undefined && !hasHidden(justification) ? justification : undefined
  return [
    { label: 'grant.may', value: allowed(grant, wording) },
    ...dangers.map(dangerRow),
    ...tokenRows(grant, wording),
    ...callRows({ grant, dangers }, wording),
    { label: 'grant.often', value: times },
    ...(notBefore === undefined ? [] : [{ label: 'grant.from', value: timeOf(notBefore, lang) }]),
    { label: 'grant.until', value: timeOf(expiry, lang) },
    { label: 'grant.who', value: to, warning: 'grant.alone' },
    ...(says === undefined ? [] : [{ label: 'grant.says', value: `“${says}”` }]),
  ]
}

/** The most that leaves the account by all grants together, each coin and token in one figure. */
function atMostRows(all: readonly Judged[], wording: Wording): Row[] {
  const cases = all.map(({ grant }) => worstCase(grant.limits, wording.now))
  const sums = new Map<string, WorstCase>()
  for (const { token, amount } of cases) {
    const key = token?.toLowerCase() ?? ''
    const sum = (sums.get(key)?.amount ?? 0n) + amount
    sums.set(key, { ...(token && { token }), amount: sum })
  }
  const hasCalls = all.some(({ grant }) => grant.limits.permission.type === 'calls')
  return [...sums.values()].map(({ token, amount }) => ({
    label: 'grant.atMost',
    value: amountOf(amount, token, wording),
    ...(hasCalls && { warning: 'grant.notCounted' }),
  }))
}

/** The number of one of several grants. */
export const numberRows = (index: number, all: number): Row[] =>
  all > 1 ? [{ label: 'grant.number', value: `${index + 1} / ${all}` }] : []

/** The rows of a card: the worst case first, then each grant with a sentence for each of its limits. */
export const rowsOfGrants = (all: readonly Judged[], wording: Wording): Row[] => [
  ...atMostRows(all, wording),
  ...all.flatMap((judged, index) => [
    ...numberRows(index, all.length),
    ...grantRows(judged, wording),
  ]),
]
