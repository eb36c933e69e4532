import { isAddress, isAddressEqual, zeroAddress, type Address } from 'viem'
import { CONTRACTS } from '../contracts/addresses.js'
import { ANY_DELEGATE } from '../delegation/delegation.js'
import { dangersOf } from './dangers.js'
import type {
  Allowance,
  CallsPermission,
  Danger,
  LimitRefusal,
  Limits,
  LimitScope,
  Permission,
} from './types.js'

/** A year, with a leap day. */
const LONGEST_SECONDS = 366 * 24 * 3600
/** More base units than any coin or token has in use: a larger amount says that there is no limit. */
const MAX_AMOUNT = 2n ** 128n - 1n
const MAX_CALLS = 1_000_000
const MAX_NAMES = 32
/** 31 December 9999, as in the framework's own library. */
const MAX_TIME = 253_402_300_799

type Judge = (part: string, reason: LimitRefusal['reason'], message: string) => void

const keysOf = (value: object, allowed: readonly string[], part: string, refuse: Judge) => {
  for (const key of Object.keys(value))
    if (!allowed.includes(key))
      refuse(part ? `${part}.${key}` : key, 'unknown', 'is not among the limits that can be kept.')
}

function judgeAmount(value: unknown, part: string, refuse: Judge, isZeroAllowed = false) {
  if (typeof value !== 'bigint') refuse(part, 'not-a-number', 'must be a bigint, in base units.')
  else if (value < 0n) refuse(part, 'negative', 'is below 0.')
  else if (value === 0n && !isZeroAllowed) refuse(part, 'zero', 'is 0.')
  else if (value > MAX_AMOUNT) refuse(part, 'unlimited', 'is so large that it limits nothing.')
}

/** @returns whether it can be counted with */
function judgeTime(value: unknown, part: string, refuse: Judge): value is number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    refuse(part, 'not-a-number', 'must be a whole number of seconds.')
  else if (value < 0) refuse(part, 'negative', 'is below 0.')
  else if (value === 0) refuse(part, 'zero', 'is 0.')
  else if (value > MAX_TIME) refuse(part, 'too-far', 'lies beyond the year 9999.')
  else return true
  return false
}

function judgeStart(start: unknown, expiry: unknown, refuse: Judge) {
  const part = 'permission.allowance.start'
  if (judgeTime(start, part, refuse) && typeof expiry === 'number' && start >= expiry)
    refuse(part, 'never', 'lies behind the expiry.')
}

function judgeAllowance(allowance: Allowance, expiry: unknown, refuse: Judge) {
  const part = 'permission.allowance'
  switch (allowance?.kind) {
    case 'total':
      keysOf(allowance, ['kind', 'amount'], part, refuse)
      return judgeAmount(allowance.amount, `${part}.amount`, refuse)
    case 'period':
      keysOf(allowance, ['kind', 'amount', 'period', 'start'], part, refuse)
      judgeAmount(allowance.amount, `${part}.amount`, refuse)
      judgeTime(allowance.period, `${part}.period`, refuse)
      return judgeStart(allowance.start, expiry, refuse)
    case 'stream':
      keysOf(allowance, ['kind', 'initial', 'perSecond', 'maximum', 'start'], part, refuse)
      judgeAmount(allowance.initial, `${part}.initial`, refuse, true)
      judgeAmount(allowance.perSecond, `${part}.perSecond`, refuse)
      judgeAmount(allowance.maximum, `${part}.maximum`, refuse)
      if (allowance.initial > allowance.maximum)
        refuse(`${part}.initial`, 'not-exact', 'is more than the maximum.')
      return judgeStart(allowance.start, expiry, refuse)
    default:
      return refuse(`${part}.kind`, 'unknown', 'must be total, period or stream.')
  }
}

const isOneOf = (address: Address, others: readonly (Address | undefined)[]): boolean =>
  others.some((other) => other !== undefined && isAddressEqual(address, other))

function judgeAddress(address: unknown, part: string, scope: LimitScope, refuse: Judge) {
  if (typeof address !== 'string' || !isAddress(address, { strict: false }))
    refuse(part, 'not-an-address', 'must be an EVM address.')
  else if (isAddressEqual(address, zeroAddress)) refuse(part, 'zero', 'is the zero address.')
  else if (isOneOf(address, [scope.account, scope.owner]))
    refuse(part, 'own-account', 'is the account that grants, or its owner.')
  else if (isOneOf(address, Object.values(CONTRACTS)))
    refuse(part, 'framework', 'is a contract by which the account itself is governed.')
}

function judgeNames(names: readonly string[], part: string, refuse: Judge): boolean {
  if (!Array.isArray(names) || names.length === 0) refuse(part, 'missing', 'names nothing.')
  else if (names.length > MAX_NAMES) refuse(part, 'too-many', `names more than ${MAX_NAMES}.`)
  else if (new Set(names.map((name) => String(name).toLowerCase())).size < names.length)
    refuse(part, 'twice', 'names something twice.')
  else return true
  return false
}

function judgeCalls(permission: CallsPermission, limits: Limits, scope: LimitScope, refuse: Judge) {
  keysOf(permission, ['type', 'targets', 'selectors', 'maxValue'], 'permission', refuse)
  if (judgeNames(permission.targets, 'permission.targets', refuse))
    permission.targets.forEach((target, index) =>
      judgeAddress(target, `permission.targets.${index}`, scope, refuse),
    )
  if (judgeNames(permission.selectors, 'permission.selectors', refuse))
    permission.selectors.forEach((selector, index) => {
      if (!/^0x[0-9a-f]{8}$/i.test(selector))
        refuse(`permission.selectors.${index}`, 'not-a-selector', 'must be 4 bytes of hex.')
    })
  judgeAmount(permission.maxValue, 'permission.maxValue', refuse, true)
  if (permission.maxValue > 0n && limits.maxCalls === undefined)
    refuse('maxCalls', 'missing', 'is missing: without it calls that carry coins have no sum.')
}

function judgePermission(permission: Permission, limits: Limits, scope: LimitScope, refuse: Judge) {
  switch (permission?.type) {
    case 'native':
      keysOf(permission, ['type', 'allowance'], 'permission', refuse)
      return judgeAllowance(permission.allowance, limits.expiry, refuse)
    case 'erc20':
      keysOf(permission, ['type', 'token', 'allowance'], 'permission', refuse)
      judgeAddress(permission.token, 'permission.token', scope, refuse)
      return judgeAllowance(permission.allowance, limits.expiry, refuse)
    case 'calls':
      return judgeCalls(permission, limits, scope, refuse)
    default:
      return refuse('permission.type', 'unknown', 'must be native, erc20 or calls.')
  }
}

function judgeTimes({ expiry, notBefore, maxCalls }: Limits, scope: LimitScope, refuse: Judge) {
  if (expiry === undefined) refuse('expiry', 'missing', 'is missing: the grant has no end.')
  else if (judgeTime(expiry, 'expiry', refuse)) {
    if (expiry <= scope.now) refuse('expiry', 'past', 'is over.')
    if (expiry > scope.now + (scope.longest ?? LONGEST_SECONDS))
      refuse('expiry', 'too-far', 'lies further ahead than grants may last.')
    if (notBefore !== undefined && judgeTime(notBefore, 'notBefore', refuse)) {
      if (notBefore >= expiry) refuse('notBefore', 'never', 'lies behind the expiry.')
      // The framework writes "later than", and has 0 for "at once".
      if (notBefore < 2) refuse('notBefore', 'not-exact', 'must be left out, or be 2 at least.')
    }
  }
  if (maxCalls === undefined) return
  if (!Number.isSafeInteger(maxCalls)) refuse('maxCalls', 'not-a-number', 'must be whole.')
  else if (maxCalls < 1) refuse('maxCalls', maxCalls < 0 ? 'negative' : 'zero', 'allows nothing.')
  else if (maxCalls > MAX_CALLS) refuse('maxCalls', 'unlimited', 'limits nothing.')
}

function refusalsOf(limits: Limits, scope: LimitScope): LimitRefusal[] {
  const refusals: LimitRefusal[] = []
  const refuse: Judge = (part, reason, message) => refusals.push({ part, reason, message })
  if (typeof limits !== 'object' || limits === null) {
    refuse('limits', 'missing', 'are not an object.')
    return refusals
  }
  keysOf(limits, ['permission', 'notBefore', 'expiry', 'maxCalls'], '', refuse)
  judgeAddress(scope.delegate, 'delegate', scope, refuse)
  if (isAddress(scope.delegate, { strict: false }) && isAddressEqual(scope.delegate, ANY_DELEGATE))
    refuse('delegate', 'anybody', 'stands for anybody.')
  judgeTimes(limits, scope, refuse)
  judgePermission(limits.permission, limits, scope, refuse)
  return refusals
}

/** The first reason to refuse limits. */
export const refusalOf = (limits: Limits, scope: LimitScope): LimitRefusal | undefined =>
  refusalsOf(limits, scope)[0]

/**
 * Whether limits can be granted at all, and what has to be said before somebody approves them.
 * @param limits from anywhere: fields may be missing or of another type
 * @returns all reasons to refuse them; dangers, only where there is no such reason
 */
export function judgeLimits(
  limits: Limits,
  scope: LimitScope,
): { refusals: readonly LimitRefusal[]; dangers: readonly Danger[] } {
  const refusals = refusalsOf(limits, scope)
  return { refusals, dangers: refusals.length > 0 ? [] : dangersOf(limits.permission, scope) }
}
