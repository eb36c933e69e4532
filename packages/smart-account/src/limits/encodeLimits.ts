import { concatHex, type Hex } from 'viem'
import { LatchkeyError } from '@latchkey/plugin-api'
import { ENFORCERS, type EnforcerName } from '../contracts/addresses.js'
import type { Caveat } from '../delegation/types.js'
import { refusalOf } from './judgeLimits.js'
import { ALLOWANCE_ENFORCERS, allowanceTerms, timestampTerms, word } from './terms.js'
import type { Limits, LimitScope, Permission } from './types.js'

const caveat = (enforcer: EnforcerName, terms: Hex): Caveat => ({
  enforcer: ENFORCERS[enforcer],
  terms: terms.toLowerCase() as Hex,
  args: '0x',
})

/**
 * The conditions of a permission, so that nothing beside it passes: transfers of the coin carry no data, tokens no
 * coin. Each of these enforcers takes one call by itself and no other mode.
 */
function permissionCaveats(permission: Permission): Caveat[] {
  if (permission.type === 'calls')
    return [
      caveat('allowedTargets', concatHex(permission.targets)),
      caveat('allowedMethods', concatHex(permission.selectors)),
      caveat('valueLte', word(permission.maxValue)),
    ]
  const { type, allowance } = permission
  return [
    type === 'native' ? caveat('exactCalldata', '0x') : caveat('valueLte', word(0n)),
    caveat(ALLOWANCE_ENFORCERS[type][allowance.kind], allowanceTerms(permission)),
  ]
}

/** The caveats of limits that have been judged already. */
export const caveatsOf = ({ permission, notBefore, expiry, maxCalls }: Limits): Caveat[] => [
  ...permissionCaveats(permission),
  caveat('timestamp', timestampTerms(notBefore, expiry)),
  ...(maxCalls === undefined ? [] : [caveat('limitedCalls', word(maxCalls))]),
]

/**
 * The caveats that keep exactly these limits.
 * @throws `smart.limits_refused` for limits that {@link judgeLimits} refuses
 */
export function encodeLimits(limits: Limits, scope: LimitScope): Caveat[] {
  const refusal = refusalOf(limits, scope)
  if (refusal)
    throw new LatchkeyError(
      'smart.limits_refused',
      `The grant is refused: ${refusal.part} ${refusal.message}`,
      { context: { part: refusal.part, reason: refusal.reason } },
    )
  return caveatsOf(limits)
}
