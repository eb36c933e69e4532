import type { Permission } from '@latchkey/smart-account'
import type { Json } from '@latchkey/plugin-api'
import type { SessionRequest } from '../api.js'
import { toInteger } from './fields.js'
import { kindOf, valueAt } from './kinds.js'
import { DEFAULT_CALLS } from './problems.js'

/** Times are numbers on the wire, amounts are hexadecimal. */
const isTime = (wire: string): boolean => ['periodDuration', 'startTime'].includes(wire)

const toHex = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`

/** A value as wallets read it. */
function written(wire: string, value: unknown): Json {
  if (Array.isArray(value)) return value.map(String)
  if (isTime(wire)) return Number(toInteger(value))
  return wire === 'tokenAddress' ? String(value) : toHex(toInteger(value) ?? 0n)
}

/**
 * The request to a wallet for one permission (ERC-7715).
 * @param request one that {@link requestProblem} has nothing against
 */
export function toWire(
  request: SessionRequest,
  permission: Permission,
  { from, chainId }: { from: string; chainId: number },
): Json {
  const {
    to,
    expiry,
    maxCalls = DEFAULT_CALLS,
    isAdjustmentAllowed = true,
    justification,
  } = request
  const [type, { fields }] = kindOf(permission)!
  const data = fields.flatMap(([name, wire]) => {
    const value = valueAt(permission, name)
    return value === undefined ? [] : [[wire, written(wire, value)] as const]
  })
  return {
    chainId: toHex(chainId),
    from,
    to,
    permission: {
      type,
      isAdjustmentAllowed,
      data: { ...Object.fromEntries(data), ...(justification !== undefined && { justification }) },
    },
    rules: [
      { type: 'expiry', data: { timestamp: expiry } },
      ...(maxCalls === 'any' ? [] : [{ type: 'call-limit', data: { count: maxCalls } }]),
    ],
  }
}
