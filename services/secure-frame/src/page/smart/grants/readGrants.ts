import { judgeLimits, type Danger, type Limits, type LimitScope } from '@latchkey/smart-account'
import { getAddress, isAddress, type Address } from 'viem'
import { grantRefused } from './refusal.js'
import {
  KINDS,
  READERS,
  RULES,
  toInteger,
  toNumber,
  toPermission,
  valueAt,
  type Kind,
} from './kinds.js'

/** One permission that a page asks for, with limits that can be kept exactly. */
export interface Grant {
  /** The kind, as the request names it. */
  type: string
  kind: Kind
  /** The one who may act. */
  to: Address
  limits: Limits
  /** The visitor may lower it. */
  isAdjustable: boolean
  /** The page's own words on what it is for. Nobody checks them. */
  justification: string | undefined
}

/** The facts that a request is read with. */
export interface GrantScope {
  account: Address
  owner: Address
  chainId: number
  /** Seconds since 1970. */
  now: number
}

/** Grants of one request: each is signed by itself. */
const MAX_GRANTS = 10
/** Contracts of one request: the chain is asked about each before the card. */
const MAX_CONTRACTS = 16
/** Characters of what a page says about a grant. */
const MAX_JUSTIFICATION = 300

type Fields = Readonly<Record<string, unknown>>

function toFields(value: unknown, part: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw grantRefused(part, value === undefined ? 'is missing.' : 'must be an object.')
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined)
    throw grantRefused(`${part}.${unknown}`, 'is nothing that this wallet can keep.')
  return value as Fields
}

const PRESENT = ['chainId', 'from', 'to', 'permission', 'rules']
const FORMER = [
  ...['chainId', 'address', 'signer', 'permission', 'permissions', 'policies', 'expiry'],
  'isAdjustmentAllowed',
]

/** A request in one form, whichever it was written in. */
interface Asked {
  chainId: unknown
  from: unknown
  to: unknown
  permission: unknown
  rules: unknown
  expiry: unknown
  isAdjustmentAllowed: unknown
}

/** Fields that only the former form has. */
const NOT_HERE = { expiry: undefined, isAdjustmentAllowed: undefined }

function toAsked(value: unknown, at: string): Asked {
  if (valueAt(value, 'signer') === undefined && valueAt(value, 'address') === undefined) {
    const { chainId, from, to, permission, rules } = toFields(value, at, PRESENT)
    return { chainId, from, to, permission, rules, ...NOT_HERE }
  }
  const asked = toFields(value, at, FORMER)
  const signer = toFields(asked['signer'], `${at}.signer`, ['type', 'data'])
  if (signer['type'] !== 'account') throw grantRefused(`${at}.signer.type`, 'must be account.')
  const { permissions, permission } = asked
  // One context stands for one delegation: two permissions in it would allow only what both allow.
  if (permissions !== undefined && (permission !== undefined || !Array.isArray(permissions)))
    throw grantRefused(`${at}.permissions`, 'must be a list, in place of a permission.')
  if (Array.isArray(permissions) && permissions.length !== 1)
    throw grantRefused(`${at}.permissions`, 'must be one in each request.')
  return {
    chainId: asked['chainId'],
    from: asked['address'],
    to: toFields(signer['data'], `${at}.signer.data`, ['address'])['address'],
    permission: permission ?? (permissions as readonly unknown[] | undefined)?.[0],
    rules: asked['policies'],
    expiry: asked['expiry'],
    isAdjustmentAllowed: asked['isAdjustmentAllowed'],
  }
}

/** The values of rules by their names. */
type Rules = Partial<Record<(typeof RULES)[number], unknown>>
const VALUE = { expiry: 'timestamp', 'call-limit': 'count' } as const

function readRules({ rules = [], expiry }: Asked, at: string): Rules {
  if (!Array.isArray(rules)) throw grantRefused(`${at}.rules`, 'must be a list.')
  const read: Rules = expiry === undefined ? {} : { expiry }
  for (const rule of rules as readonly unknown[]) {
    const { type, data } = toFields(rule, `${at}.rules`, ['type', 'data'])
    const name = RULES.find((each) => each === type)
    if (!name) throw grantRefused(`${at}.rules.${String(type)}`, 'is no rule of this wallet.')
    if (Object.hasOwn(read, name)) throw grantRefused(`${at}.${name}`, 'is there twice.')
    read[name] = toFields(data, `${at}.${name}`, [VALUE[name]])[VALUE[name]]
  }
  return read
}

function readNumber(value: unknown, part: string): number {
  const read = toNumber(value)
  if (read === undefined)
    throw grantRefused(part, value === undefined ? 'is missing.' : 'must be a whole number.')
  return read
}

/** The page's own words about a grant, on one line. */
function readWords(value: unknown, part: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw grantRefused(part, 'must be a text.')
  const line = value.replace(/\s+/g, ' ').trim()
  // A pair of surrogates is one character.
  const characters = [...line]
  if (characters.length <= MAX_JUSTIFICATION) return line || undefined
  return `${characters.slice(0, MAX_JUSTIFICATION).join('')}…`
}

function readPermission(permission: unknown, at: string, now: number) {
  const part = `${at}.permission`
  const { type, data, isAdjustmentAllowed } = toFields(permission, part, [
    ...['type', 'data', 'isAdjustmentAllowed'],
  ])
  const kind = typeof type === 'string' && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (!kind) throw grantRefused(`${part}.type`, 'is no kind of permission that this wallet has.')
  const names = kind.fields.map(({ wire }) => wire)
  const given = toFields(data, `${part}.data`, [...names, 'justification'])
  const values = new Map<string, unknown>()
  let notBefore: number | undefined
  for (const { name, wire, form, isOptional } of kind.fields) {
    const value = given[wire] ?? undefined
    const read = value === undefined && isOptional ? now : READERS[form](value)
    if (read === undefined)
      throw grantRefused(
        `${part}.data.${wire}`,
        value === undefined ? 'is missing.' : 'cannot be read.',
      )
    if (!isOptional || kind.allowance !== 'total') values.set(name, read)
    else if ((read as number) > now) notBefore = read as number
    else if ((read as number) < 0) throw grantRefused(`${part}.data.${wire}`, 'is below 0.')
  }
  return {
    type: type as string,
    kind,
    permission: toPermission(kind, values),
    notBefore,
    isAdjustable: isAdjustmentAllowed === true,
    justification: readWords(given['justification'], `${part}.data.justification`),
  }
}

/** The part of a request that a part of limits comes from. */
function partOf({ fields }: Kind, path: string): string {
  const own: Readonly<Record<string, string>> = {
    delegate: 'to',
    maxCalls: 'call-limit',
    notBefore: 'permission.data.startTime',
  }
  const [, name, index] = /^permission\.(.+?)(?:\.(\d+))?$/.exec(path) ?? []
  if (name === undefined) return own[path] ?? path
  const wire = fields.find((field) => field.name === name)?.wire ?? name
  return `permission.data.${wire}${index === undefined ? '' : `[${index}]`}`
}

/** The scope by which the limits of a grant are judged. */
export const limitScope = (
  { account, owner, now }: GrantScope,
  to: Address,
  tokens: readonly Address[] = [],
): LimitScope => ({ account, owner, delegate: to, now, tokens })

/**
 * Judges limits once more, as time goes on and the visitor may have lowered them.
 * @param at the place of the request
 * @returns what has to be said before somebody approves them
 * @throws FrameError with the part of the request that is wrong
 */
export function judge(
  { kind, to, limits }: Pick<Grant, 'kind' | 'to' | 'limits'>,
  at: string,
  scope: GrantScope,
  tokens: readonly Address[] = [],
): readonly Danger[] {
  const { refusals, dangers } = judgeLimits(limits, limitScope(scope, to, tokens))
  const [first] = refusals
  if (first) throw grantRefused(`${at}.${partOf(kind, first.part)}`, first.message)
  return dangers
}

function readGrant(value: unknown, at: string, scope: GrantScope): Grant {
  const asked = toAsked(value, at)
  const { from, to } = asked
  if (toInteger(asked.chainId) !== BigInt(scope.chainId))
    throw grantRefused(`${at}.chainId`, 'is another network than the one in use.')
  const isOwn = typeof from === 'string' && from.toLowerCase() === scope.account.toLowerCase()
  if (from !== undefined && !isOwn) throw grantRefused(`${at}.from`, 'is another account.')
  if (typeof to !== 'string' || !isAddress(to, { strict: false }))
    throw grantRefused(`${at}.to`, 'must be the address of the one who may act.')
  const rules = readRules(asked, at)
  const { permission, notBefore, ...read } = readPermission(asked.permission, at, scope.now)
  const grant: Grant = {
    ...read,
    isAdjustable: read.isAdjustable || asked.isAdjustmentAllowed === true,
    to: getAddress(to),
    limits: {
      permission,
      ...(notBefore !== undefined && { notBefore }),
      expiry: readNumber(rules.expiry, `${at}.expiry`),
      ...(Object.hasOwn(rules, 'call-limit') && {
        maxCalls: readNumber(rules['call-limit'], `${at}.call-limit`),
      }),
    },
  }
  judge(grant, at, scope)
  return grant
}

/** The contracts of a grant, each with the path of its limit. */
function contractsOf({ limits: { permission } }: Grant): readonly [path: string, Address][] {
  if (permission.type === 'erc20') return [['permission.token', permission.token]]
  if (permission.type !== 'calls') return []
  return permission.targets.map((target, index) => [`permission.targets.${index}`, target])
}

/** @throws FrameError naming the first contract that is one too many */
function boundContracts(grants: readonly Grant[]): void {
  const contracts = new Set<string>()
  grants.forEach((grant, index) => {
    for (const [path, contract] of contractsOf(grant))
      if (contracts.add(contract.toLowerCase()).size > MAX_CONTRACTS)
        throw grantRefused(
          `${placeOf(index)}.${partOf(grant.kind, path)}`,
          `is one contract more than ${MAX_CONTRACTS}, which a request may name.`,
        )
  })
}

/** The place of a grant in its request, as errors name it. */
export const placeOf = (index: number): string => `[${index}]`

/**
 * Reads a request to grant permissions (ERC-7715, in its present or its former form). A request that cannot be
 * kept exactly is refused, and never widened: a field that is not known here could be a limit.
 * @throws FrameError with the part that is wrong
 */
export function readGrants(params: unknown, scope: GrantScope): readonly Grant[] {
  const given = Array.isArray(params) ? (params as readonly unknown[]) : []
  const [first] = given
  if (Array.isArray(first) && given.length > 1)
    throw grantRefused('params', 'has more than one list.')
  const all = Array.isArray(first) ? (first as readonly unknown[]) : given
  if (!all.length) throw grantRefused('params', 'has no permission.')
  if (all.length > MAX_GRANTS)
    throw grantRefused('params', `has more than ${MAX_GRANTS} permissions.`)
  const grants = all.map((each, index) => readGrant(each, placeOf(index), scope))
  boundContracts(grants)
  return grants
}
