import { isAddressEqual, isHex, size, slice, getAddress, type Hex } from 'viem'
import { ENFORCERS, type EnforcerName } from '../contracts/addresses.js'
import type { Caveat } from '../delegation/types.js'
import { caveatsOf } from './encodeLimits.js'
import {
  allowanceOf,
  ALLOWANCE_ENFORCERS,
  numbersOf,
  piecesOf,
  splitToken,
  timeOf,
} from './terms.js'
import type { Allowance, DecodedLimits, LimitRefusal, Limits, Permission } from './types.js'

const MAX_CAVEATS = 8
const KINDS: readonly Allowance['kind'][] = ['total', 'period', 'stream']

const refuse = (part: string, reason: LimitRefusal['reason'], message: string): DecodedLimits => ({
  ok: false,
  refusal: { part, reason, message },
})

const nameOf = ({ enforcer }: Caveat): EnforcerName | undefined =>
  (Object.keys(ENFORCERS) as EnforcerName[]).find((name) =>
    isAddressEqual(ENFORCERS[name], enforcer),
  )

type Terms = Partial<Record<EnforcerName, Hex>>

function allowancePermission(type: 'native' | 'erc20', terms: Terms): Permission | undefined {
  const kind = KINDS.find((one) => terms[ALLOWANCE_ENFORCERS[type][one]] !== undefined)
  const found = kind && terms[ALLOWANCE_ENFORCERS[type][kind]]
  if (!kind || !found) return undefined
  if (type === 'native') {
    const allowance = allowanceOf(kind, found)
    return allowance && { type, allowance }
  }
  const split = splitToken(found)
  const allowance = split && allowanceOf(kind, split.rest)
  return split && allowance && { type, token: getAddress(split.token), allowance }
}

function callsPermission(terms: Terms): Permission | undefined {
  const targets = terms.allowedTargets && piecesOf(terms.allowedTargets, 20)
  const selectors = terms.allowedMethods && piecesOf(terms.allowedMethods, 4)
  const [maxValue] = (terms.valueLte && numbersOf(terms.valueLte, 1)) ?? []
  if (!targets || !selectors || maxValue === undefined) return undefined
  return { type: 'calls', targets: targets.map((one) => getAddress(one)), selectors, maxValue }
}

function limitsOf(terms: Terms): Limits | undefined {
  const permission =
    allowancePermission('native', terms) ??
    allowancePermission('erc20', terms) ??
    callsPermission(terms)
  if (!permission || !terms.timestamp || size(terms.timestamp) !== 32) return undefined
  const after = timeOf(BigInt(slice(terms.timestamp, 0, 16)))
  const [maxCalls] = (terms.limitedCalls && numbersOf(terms.limitedCalls, 1)) ?? []
  return {
    permission,
    ...(after > 0 && { notBefore: after + 1 }),
    expiry: timeOf(BigInt(slice(terms.timestamp, 16))),
    ...(maxCalls !== undefined && { maxCalls: timeOf(maxCalls) }),
  }
}

/** Whether the caveats are those of the limits, in any order: the framework asks all of them. */
const areSame = (caveats: readonly Caveat[], limits: Limits): boolean => {
  const expected = caveatsOf(limits)
  return (
    expected.length === caveats.length &&
    expected.every(({ enforcer, terms }) =>
      caveats.some(
        (one) =>
          isAddressEqual(one.enforcer, enforcer) && one.terms.toLowerCase() === terms.toLowerCase(),
      ),
    )
  )
}

/**
 * The limits that caveats keep, if these are exactly the ones that {@link encodeLimits} writes for some limits: with
 * any other caveat, with one missing, or with terms of another form, nobody could say what is allowed. The limits
 * are read, not judged: see {@link judgeLimits}.
 */
export function decodeLimits(caveats: readonly Caveat[]): DecodedLimits {
  if (caveats.length > MAX_CAVEATS)
    return refuse('caveats', 'too-many', `has more than ${MAX_CAVEATS} conditions.`)
  const terms: Terms = {}
  for (const one of caveats) {
    const name = nameOf(one)
    if (!name) return refuse('caveats', 'unknown', `has a condition that is not known here.`)
    if (terms[name] !== undefined) return refuse(name, 'twice', 'is there twice.')
    if (!isHex(one.terms)) return refuse(name, 'not-exact', 'has terms that are no hex.')
    terms[name] = one.terms
  }
  if (!terms.timestamp) return refuse('expiry', 'missing', 'is missing: the grant has no end.')
  const limits = limitsOf(terms)
  // The framework takes 0 for no end.
  if (limits?.expiry === 0) return refuse('expiry', 'missing', 'is missing: the grant has no end.')
  if (!limits || !areSame(caveats, limits))
    return refuse('caveats', 'not-exact', 'are not those of any limits that can be said exactly.')
  return { ok: true, limits }
}
