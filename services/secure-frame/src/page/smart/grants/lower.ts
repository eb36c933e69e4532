import type { Limits, Permission } from '@latchkey/smart-account'
import { toUnits } from '@latchkey/plugin-api/describe'
import { element } from '../../approval/dom.js'
import type { Grant } from './readGrants.js'
import { fill, spanOf, type Wording } from './words.js'

interface Options {
  /** As the page asked for them. */
  asked: readonly Grant[]
  /** As the card shows them now. */
  grants: readonly Grant[]
  wording: Wording
  /** Hears whether a field has another value than the card shows. */
  onEdit(isEdited: boolean): void
}

/** The amount by which a permission is lowered. */
function amountIn(permission: Permission): bigint {
  if (permission.type === 'calls') return permission.maxValue
  const { allowance } = permission
  return allowance.kind === 'stream' ? allowance.maximum : allowance.amount
}

function withAmount(permission: Permission, amount: bigint): Permission {
  if (permission.type === 'calls') return { ...permission, maxValue: amount }
  const { allowance } = permission
  if (allowance.kind !== 'stream') return { ...permission, allowance: { ...allowance, amount } }
  const initial = allowance.initial < amount ? allowance.initial : amount
  return { ...permission, allowance: { ...allowance, initial, maximum: amount } }
}

/** The unit that amounts are typed in: a token without decimals has no name for its smallest one. */
function unitOf(permission: Permission, { coin, facts }: Wording) {
  if (permission.type !== 'erc20') return coin
  const { token } = permission
  const { symbol, decimals } = facts.tokens.get(token.toLowerCase()) ?? {}
  return decimals === undefined
    ? { symbol: token, decimals: 0 }
    : { symbol: symbol || token, decimals }
}

/** The field of an amount: of what it is, and for how long. */
function labelOf(permission: Permission, wording: Wording): string {
  const { texts, lang } = wording
  const { symbol } = unitOf(permission, wording)
  if (permission.type === 'calls') return fill(texts['grant.amountCall'], lang, { symbol })
  const { allowance } = permission
  if (allowance.kind !== 'period') return fill(texts['grant.amount'], lang, { symbol })
  const period = spanOf(allowance.period, lang)
  return fill(texts['grant.amountPeriod'], lang, { period, symbol })
}

/** Base units of a decimal number; `undefined` where it is none, or has more decimals. */
export function toBaseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,60})(?:[.,](\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** A time as `datetime-local` has it, in the time zone of the visitor. */
function toLocal(seconds: number): string {
  const time = new Date(seconds * 1000)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** One number that the person may lower, in a field of its own. */
interface Field {
  node: HTMLElement
  /** `undefined`: it is not a number, is too low, or is higher than what was asked for. */
  read(): bigint | undefined
  /** It has another value than the card shows. */
  isEdited(): boolean
}

interface Entry {
  id: string
  label: string
  type: 'text' | 'datetime-local'
  /** Shown now. */
  value: bigint
  most: bigint
  /** 1 where it is left out. */
  least?: bigint
  show(value: bigint): string
  parse(text: string): bigint | undefined
}

function drawField(page: Document, entry: Entry): Field {
  const { id, label, type, value, most, least = 1n, show, parse } = entry
  const shown = show(value)
  const input = element(page, 'input', {
    ...{ id, type, value: shown, autocomplete: 'off', dir: 'ltr' },
    ...(type === 'text' ? { inputmode: 'decimal' } : { max: show(most) }),
  })
  return {
    node: element(page, 'p', {}, element(page, 'label', { for: id }, label), input),
    isEdited: () => input.value !== shown || input.validity.badInput,
    read() {
      // A value that was not touched is not rounded.
      const typed = input.value === shown ? value : parse(input.value)
      return typed !== undefined && typed >= least && typed <= most ? typed : undefined
    },
  }
}

/** The fields of one grant, and the grant that they make. */
function drawGrant(page: Document, { asked, grants, wording }: Options, index: number) {
  const { texts } = wording
  const [most, now] = [asked[index]!.limits, grants[index]!.limits]
  const { decimals } = unitOf(most.permission, wording)
  const field = (name: string, entry: Omit<Entry, 'id'>): Field =>
    drawField(page, { id: `lower-${index}-${name}`, ...entry })
  const mostAmount = amountIn(most.permission)
  const amount =
    mostAmount > 0n
      ? field('amount', {
          ...{ label: labelOf(most.permission, wording), type: 'text' },
          ...{ value: amountIn(now.permission), most: mostAmount },
          // Calls may go on without coins.
          ...(most.permission.type === 'calls' && { least: 0n }),
          show: (value) => toUnits(value, decimals),
          parse: (text) => toBaseUnits(text, decimals),
        })
      : undefined
  const count =
    now.maxCalls !== undefined && most.maxCalls !== undefined
      ? field('count', {
          ...{ label: texts['grant.count'], type: 'text' },
          ...{ value: BigInt(now.maxCalls), most: BigInt(most.maxCalls) },
          show: String,
          parse: (text) => toBaseUnits(text, 0),
        })
      : undefined
  const end = field('end', {
    ...{ label: texts['grant.end'], type: 'datetime-local' },
    ...{ value: BigInt(now.expiry), most: BigInt(most.expiry) },
    show: (value) => toLocal(Number(value)),
    parse: (text) => {
      const time = Date.parse(text)
      return Number.isNaN(time) ? undefined : BigInt(Math.floor(time / 1000))
    },
  })
  const used = [amount, count, end].filter((one) => one !== undefined)
  return {
    nodes: used.map(({ node }) => node),
    isEdited: (): boolean => used.some((one) => one.isEdited()),
    read(): Grant | undefined {
      const values = used.map((one) => one.read())
      if (values.includes(undefined)) return undefined
      const limits: Limits = {
        ...now,
        expiry: Number(end.read()),
        ...(count && { maxCalls: Number(count.read()) }),
        ...(amount && { permission: withAmount(most.permission, amount.read()!) }),
      }
      return { ...grants[index]!, limits }
    },
  }
}

/**
 * Draws a form by which the person allows less than what was asked for.
 * @param use gets the grants that are lowered; it throws where they cannot be kept
 */
export function drawLower(
  page: Document,
  options: Options,
  use: (grants: readonly Grant[]) => void,
): HTMLElement {
  const { asked, grants, wording } = options
  const { texts } = wording
  const parts = asked.map((one, index) =>
    one.isAdjustable ? drawGrant(page, options, index) : undefined,
  )
  const error = element(page, 'p', { class: 'warning', role: 'alert', hidden: '' })
  const form = element(
    page,
    'form',
    { class: 'sheet', novalidate: '' },
    ...parts.flatMap((part, index) =>
      part
        ? [
            ...(asked.length > 1
              ? [element(page, 'p', {}, `${texts['grant.number']} ${index + 1} / ${asked.length}`)]
              : []),
            ...part.nodes,
          ]
        : [],
    ),
    error,
    element(page, 'button', { type: 'submit', class: 'secondary' }, texts['grant.use']),
  )
  const fail = (): void => {
    error.hidden = false
    error.textContent = texts['grant.onlyLower']
  }
  const tell = (): void => options.onEdit(parts.some((part) => part?.isEdited()))
  form.addEventListener('input', tell)
  form.addEventListener('change', tell)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!event.isTrusted) return
    const lowered = parts.map((part, index) => (part ? part.read() : grants[index]))
    if (lowered.includes(undefined)) return fail()
    try {
      use(lowered as readonly Grant[])
    } catch {
      fail()
    }
  })
  return element(page, 'details', {}, element(page, 'summary', {}, texts['grant.lower']), form)
}
