import { LatchkeyError } from '@latchkey/plugin-api'
import {
  address,
  callCount,
  expiry as expiryCheck,
  toInteger,
  type FieldScope,
  type Problem,
} from './fields.js'
import { KINDS, kindOf, valueAt, type Kind } from './kinds.js'

/** Permissions of one request. */
export const MOST_PERMISSIONS = 10
/** How often a session may act where the request does not say. */
export const DEFAULT_CALLS = 100

/** The account that grants, and the time. */
export interface Scope {
  /** `undefined`: the wallet chooses. */
  account: string | undefined
  /** Seconds since 1970. */
  now: number
}

const problem = (part: string, reason: Problem['reason'] | undefined): Problem | undefined =>
  reason && { part, reason }

/** The first problem of some, asked one by one. */
function firstOf(checks: readonly (() => Problem | undefined)[]): Problem | undefined {
  for (const check of checks) {
    const found = check()
    if (found) return found
  }
  return undefined
}

/** The parts of a request that hold for all its permissions. */
interface Frame {
  to: readonly [part: string, value: unknown]
  expiry: readonly [part: string, value: unknown]
  /** `undefined`: as often as the amounts allow. */
  maxCalls: readonly [part: string, value: unknown]
  scope: Scope
}

function fieldScope({ expiry: [, value], scope }: Frame): FieldScope {
  const expiry = toInteger(value)
  return { ...scope, expiry: expiry === undefined ? undefined : Number(expiry) }
}

/** Session key, end and number of calls. */
const frameProblem = (frame: Frame): Problem | undefined => {
  const scope = fieldScope(frame)
  const { to, expiry, maxCalls } = frame
  return firstOf([
    () => problem(to[0], address(to[1], scope)),
    () => problem(expiry[0], expiryCheck(expiry[1], scope)),
    () =>
      problem(maxCalls[0], maxCalls[1] === undefined ? undefined : callCount(maxCalls[1], scope)),
  ])
}

/** The fields of a permission, and what its fields are together. */
function kindProblem(
  kind: Kind,
  read: (name: string, wire: string) => readonly [part: string, value: unknown],
  frame: Frame,
): Problem | undefined {
  const scope = fieldScope(frame)
  const fields = kind.fields.map(([name, wire, check]) => [name, read(name, wire), check] as const)
  const valueOf = (wanted: string): bigint =>
    toInteger(fields.find(([name]) => name === wanted)?.[1][1]) ?? 0n
  return (
    firstOf(
      fields.map(
        ([, [part, value], check]) =>
          () =>
            problem(part, check(value, scope)),
      ),
    ) ??
    (valueOf('maxValue') > 0n && frame.maxCalls[1] === undefined
      ? { part: frame.maxCalls[0], reason: 'missing' }
      : undefined) ??
    (kind.allowance === 'stream' && valueOf('allowance.initial') > valueOf('allowance.maximum')
      ? problem(fields.find(([name]) => name === 'allowance.initial')![1][0], 'unlimited')
      : undefined)
  )
}

/** The first part of a site's request that is wrong. */
export function requestProblem(request: unknown, scope: Scope): Problem | undefined {
  const permissions = valueAt(request, 'permissions')
  if (!Array.isArray(permissions) || permissions.length === 0)
    return { part: 'permissions', reason: 'missing' }
  if (permissions.length > MOST_PERMISSIONS) return { part: 'permissions', reason: 'too-many' }
  const wanted = valueAt(request, 'maxCalls') ?? DEFAULT_CALLS
  const frame: Frame = {
    to: ['to', valueAt(request, 'to')],
    expiry: ['expiry', valueAt(request, 'expiry')],
    maxCalls: ['maxCalls', wanted === 'any' ? undefined : wanted],
    scope,
  }
  return firstOf([
    () => frameProblem(frame),
    ...permissions.map((permission: unknown, at) => () => {
      const kind = kindOf(permission)?.[1]
      if (!kind) return { part: `permissions[${at}].type`, reason: 'unknown' } as const
      const read = (name: string) =>
        [`permissions[${at}].${name}`, valueAt(permission, name)] as const
      return kindProblem(kind, read, frame)
    }),
  ])
}

/** The rules of a request to a wallet of a type, and the policies of its former form. */
const rulesOf = (asked: unknown, type: string): readonly unknown[] =>
  ['rules', 'policies']
    .flatMap((list) => {
      const value = valueAt(asked, list)
      return Array.isArray(value) ? (value as readonly unknown[]) : []
    })
    .filter((rule) => valueAt(rule, 'type') === type)
const ruleOf = (asked: unknown, type: string, field: string) =>
  valueAt(rulesOf(asked, type)[0], `data.${field}`)

/** Whether a request says how many of these. */
const countOf = (asked: unknown, paths: readonly string[]): number =>
  paths.filter((path) => valueAt(asked, path) !== undefined).length

/** A part that a request says twice: a wallet may read the other place than the one that is judged here. */
const twiceProblem = (asked: unknown, at: string): Problem | undefined =>
  firstOf([
    () =>
      problem(
        `${at}.permission`,
        countOf(asked, ['permission', 'permissions']) > 1 ? 'twice' : undefined,
      ),
    () => problem(`${at}.to`, countOf(asked, ['to', 'signer']) > 1 ? 'twice' : undefined),
    () => problem(`${at}.from`, countOf(asked, ['from', 'address']) > 1 ? 'twice' : undefined),
    () =>
      problem(
        `${at}.expiry`,
        rulesOf(asked, 'expiry').length + countOf(asked, ['expiry']) > 1 ? 'twice' : undefined,
      ),
    () =>
      problem(`${at}.call-limit`, rulesOf(asked, 'call-limit').length > 1 ? 'twice' : undefined),
  ])

/** The account that a request names, where it is another one than that in use. */
const isForeign = (asked: unknown, { account }: Scope): boolean => {
  const named = valueAt(asked, 'from') ?? valueAt(asked, 'address')
  return (
    named !== undefined &&
    account !== undefined &&
    (typeof named !== 'string' || named.toLowerCase() !== account.toLowerCase())
  )
}

/** The first part that is wrong of one request to a wallet (ERC-7715, present or former form). */
function wireProblem(asked: unknown, at: string, scope: Scope): Problem | undefined {
  const frame: Frame = {
    to: [`${at}.to`, valueAt(asked, 'to') ?? valueAt(asked, 'signer.data.address')],
    expiry: [
      `${at}.expiry`,
      ruleOf(asked, 'expiry', 'timestamp') ?? valueAt(asked, 'expiry') ?? undefined,
    ],
    maxCalls: [`${at}.call-limit`, ruleOf(asked, 'call-limit', 'count') ?? undefined],
    scope: {
      ...scope,
      account: (valueAt(asked, 'from') ?? valueAt(asked, 'address') ?? scope.account) as string,
    },
  }
  const one = valueAt(asked, 'permission')
  const several = valueAt(asked, 'permissions')
  const permissions: readonly unknown[] = Array.isArray(several) ? several : one ? [one] : []
  if (permissions.length === 0) return { part: `${at}.permission`, reason: 'missing' }
  if (permissions.length > MOST_PERMISSIONS)
    return { part: `${at}.permissions`, reason: 'too-many' }
  return firstOf([
    () => twiceProblem(asked, at),
    () => problem(`${at}.from`, isForeign(asked, scope) ? 'unknown' : undefined),
    ...permissions.map((permission, index) => () => {
      const part = `${at}.${one ? 'permission' : `permissions[${index}]`}`
      const type = valueAt(permission, 'type')
      const kind = typeof type === 'string' && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
      if (!kind) return { part: `${part}.type`, reason: 'unknown' } as const
      const read = (_name: string, wire: string) =>
        [`${part}.data.${wire}`, valueAt(permission, `data.${wire}`)] as const
      return kindProblem(kind, read, frame)
    }),
    () => frameProblem(frame),
  ])
}

/** The first part that is wrong of the parameters of a request to a wallet. */
export function paramsProblem(params: unknown, scope: Scope): Problem | undefined {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const all: readonly unknown[] = Array.isArray(first) ? first : Array.isArray(params) ? params : []
  if (all.length === 0) return { part: 'params', reason: 'missing' }
  // A wallet may read what follows the first list.
  if (Array.isArray(first) && (params as readonly unknown[]).length > 1)
    return { part: 'params', reason: 'unknown' }
  if (all.length > MOST_PERMISSIONS) return { part: 'params', reason: 'too-many' }
  return firstOf(all.map((asked, at) => () => wireProblem(asked, `[${at}]`, scope)))
}

/** The error of a request with a part that is wrong. Nothing is asked of the wallet. */
export const refusedError = ({ part, reason }: Problem): LatchkeyError<'sessions.refused'> =>
  new LatchkeyError(
    'sessions.refused',
    `The request for a session was refused: ${part} is wrong (${reason}). Correct it; ` +
      'every permission needs a limit and an end.',
    { context: { part, reason } },
  )
