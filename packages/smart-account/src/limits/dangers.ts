import { isAddressEqual } from 'viem'
import type { CallsPermission, Danger, LimitScope, Permission } from './types.js'

/** Functions that do more than a limit by function can hold. Their names are in the test, which hashes them. */
export const DANGEROUS_SELECTORS: Record<Exclude<Danger['kind'], 'is-token'>, readonly string[]> = {
  'moves-tokens': [
    '0xa9059cbb',
    '0x23b872dd',
    '0x42842e0e',
    '0xb88d4fde',
    '0xf242432a',
    '0x2eb2c2d6',
    '0x9bd9bbc6',
    '0x36c78516',
    '0x42966c68',
    '0x095bcdb6',
    '0xfe99049a',
  ],
  'approves-tokens': [
    '0x095ea7b3',
    '0x39509351',
    '0xa22cb465',
    '0xd505accf',
    '0x8fcbaf0c',
    '0x959b8c3f',
    '0x87517c45',
    '0x2b67b570',
    '0x426a8493',
    '0x558a7297',
  ],
  'runs-anything': [
    '0xac9650d8',
    '0x5ae401dc',
    '0x1f0464d1',
    '0x3593564c',
    '0x24856bc3',
    '0x252dba42',
    '0x82ad56cb',
    '0x174dea71',
    '0xbce38bd7',
    '0x6a761202',
    '0xb61d27f6',
    '0xe9ae5c53',
  ],
  'changes-owner': [
    '0xf2fde38b',
    '0x715018a6',
    '0x2f2ff15d',
    '0x3659cfe6',
    '0x4f1ef286',
    '0x13af4035',
  ],
}

const kinds = Object.keys(DANGEROUS_SELECTORS) as (keyof typeof DANGEROUS_SELECTORS)[]

const ofSelectors = ({ targets, selectors }: CallsPermission): Danger[] =>
  targets.flatMap((target) =>
    selectors.flatMap((selector) => {
      const kind = kinds.find((one) => DANGEROUS_SELECTORS[one].includes(selector.toLowerCase()))
      return kind ? [{ kind, target, selector }] : []
    }),
  )

/** Names what calls can do that their limits do not show. Transfers of coins and tokens say all that they do. */
export function dangersOf(permission: Permission, { tokens = [] }: LimitScope): Danger[] {
  if (permission.type !== 'calls') return []
  const called = permission.targets.filter((target) =>
    tokens.some((token) => isAddressEqual(token, target)),
  )
  return [
    ...called.map((target): Danger => ({ kind: 'is-token', target })),
    ...ofSelectors(permission),
  ]
}
