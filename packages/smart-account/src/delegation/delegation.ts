import {
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  hashStruct,
  isAddressEqual,
  type Address,
  type Hex,
  type TypedDataDefinition,
} from 'viem'
import { encodeSingleExecution, MODES } from '../calls/calls.js'
import { CONTRACTS } from '../contracts/addresses.js'
import { badInput } from '../errors.js'
import type { Call } from '../types.js'
import type { Delegation, UnsignedDelegation } from './types.js'

/** The authority of a delegation that the account itself gives. */
export const ROOT_AUTHORITY: Hex = `0x${'ff'.repeat(32)}`
/** A delegate that stands for anybody. Nothing here makes such a delegation. */
export const ANY_DELEGATE: Address = '0x0000000000000000000000000000000000000a11'

/** Bytes of a permission context that are still read. */
const MAX_CONTEXT_BYTES = 64_000

const CAVEAT = [
  { name: 'enforcer', type: 'address' },
  { name: 'terms', type: 'bytes' },
  { name: 'args', type: 'bytes' },
] as const
const DELEGATION = [
  { name: 'delegate', type: 'address' },
  { name: 'delegator', type: 'address' },
  { name: 'authority', type: 'bytes32' },
  { name: 'caveats', type: 'tuple[]', components: CAVEAT },
  { name: 'salt', type: 'uint256' },
  { name: 'signature', type: 'bytes' },
] as const
const CONTEXT = [{ name: 'delegations', type: 'tuple[]', components: DELEGATION }] as const

const MANAGER = [
  {
    type: 'function',
    name: 'disableDelegation',
    stateMutability: 'nonpayable',
    inputs: [{ name: '_delegation', type: 'tuple', components: DELEGATION }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'redeemDelegations',
    stateMutability: 'nonpayable',
    inputs: [
      { name: '_permissionContexts', type: 'bytes[]' },
      { name: '_modes', type: 'bytes32[]' },
      { name: '_executionCallDatas', type: 'bytes[]' },
    ],
    outputs: [],
  },
] as const

const SIGNED_TYPES = {
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
} as const

const signedPart = ({ delegate, delegator, authority, caveats, salt }: UnsignedDelegation) => ({
  delegate,
  delegator,
  authority,
  caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })),
  salt,
})

/** The delegation's id on the chain (ERC-7710's framework), which `v1/sessions` names `pci`. */
export const hashDelegation = (delegation: UnsignedDelegation): Hex =>
  hashStruct({
    data: signedPart(delegation),
    primaryType: 'Delegation',
    types: SIGNED_TYPES,
  })

/** The typed data that the owner signs for a delegation (EIP-712). It is good on this chain alone. */
export const delegationTypedData = (delegation: UnsignedDelegation, chainId: number) =>
  ({
    domain: {
      name: 'DelegationManager',
      version: '1',
      chainId,
      verifyingContract: CONTRACTS.delegationManager as Address,
    },
    types: SIGNED_TYPES,
    primaryType: 'Delegation',
    message: signedPart(delegation),
  }) as const satisfies TypedDataDefinition

/** A permission context (ERC-7710): signed delegations, from the one that is redeemed to the root. */
export const encodeContext = (delegations: readonly Delegation[]): Hex =>
  encodeAbiParameters(CONTEXT, [delegations.map((one) => ({ ...one, caveats: [...one.caveats] }))])

/**
 * The delegations of a permission context, of this package or of any other wallet.
 * @throws `smart.bad_input` for other bytes, for more than 64,000, and without a delegation
 */
export function decodeContext(context: Hex): Delegation[] {
  const expected = `the ABI form of at least one delegation, ${MAX_CONTEXT_BYTES} bytes at most`
  if (context.length > 2 + 2 * MAX_CONTEXT_BYTES) throw badInput('context', expected)
  try {
    const [delegations] = decodeAbiParameters(CONTEXT, context)
    if (delegations.length > 0)
      return delegations.map((one) => ({ ...one, caveats: [...one.caveats] }))
  } catch (cause) {
    throw badInput('context', expected, cause)
  }
  throw badInput('context', expected)
}

/**
 * The call by which a delegate makes calls in the account's name. Each call is redeemed by itself and judged by the
 * limits by itself; if one is refused, none is made.
 * @param context of the grant, the same for each call
 * @throws `smart.bad_input` without calls
 */
export function redeemCall(context: Hex, calls: readonly Call[]): Required<Call> {
  if (calls.length === 0) throw badInput('calls', 'at least one call')
  return {
    to: CONTRACTS.delegationManager,
    value: 0n,
    data: encodeFunctionData({
      abi: MANAGER,
      functionName: 'redeemDelegations',
      args: [
        calls.map(() => context),
        calls.map(() => MODES.single),
        calls.map(encodeSingleExecution),
      ],
    }),
  }
}

/** The call by which the account ends a delegation that it has given. Only the account may make it. */
export const disableCall = (delegation: Delegation): Required<Call> => ({
  to: CONTRACTS.delegationManager,
  value: 0n,
  data: encodeFunctionData({
    abi: MANAGER,
    functionName: 'disableDelegation',
    args: [{ ...delegation, caveats: [...delegation.caveats] }],
  }),
})

/** Whether the account itself gave the delegation to one delegate, and not to anybody or to the account. */
export const isPlainDelegation = ({
  authority,
  delegate,
  delegator,
}: UnsignedDelegation): boolean =>
  authority.toLowerCase() === ROOT_AUTHORITY &&
  !isAddressEqual(delegate, ANY_DELEGATE) &&
  !isAddressEqual(delegate, delegator)
