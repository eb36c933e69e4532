import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  isAddress,
  isAddressEqual,
  isHex,
  size,
  slice,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { badInput } from '../errors.js'
import type { Call } from '../types.js'

/** Modes of ERC-7579: one call, or several, undone as a whole when one of them fails. There is no other. */
export const MODES = {
  single: zeroHash,
  batch: `0x01${'00'.repeat(31)}`,
} as const

const EXECUTION = [
  { name: 'target', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'callData', type: 'bytes' },
] as const
const BATCH = [{ name: 'executions', type: 'tuple[]', components: EXECUTION }] as const

const EXECUTE = [
  {
    type: 'function',
    name: 'execute',
    stateMutability: 'payable',
    inputs: [{ name: '_execution', type: 'tuple', components: EXECUTION }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'execute',
    stateMutability: 'payable',
    inputs: [
      { name: '_mode', type: 'bytes32' },
      { name: '_executionCalldata', type: 'bytes' },
    ],
    outputs: [],
  },
] as const

const MAX_UINT256 = 2n ** 256n - 1n
const SINGLE_HEAD_BYTES = 52

/** A call with all its fields, as contracts take it. @throws `smart.bad_input` */
export function executionOf({ to, value = 0n, data = '0x' }: Call) {
  if (!isAddress(to, { strict: false })) throw badInput('to', 'an EVM address')
  if (value < 0n || value > MAX_UINT256) throw badInput('value', 'wei between 0 and 2^256 - 1')
  if (!isHex(data) || data.length % 2 === 1) throw badInput('data', 'whole bytes of hex')
  return { target: to, value, callData: data }
}

/** One call, as ERC-7579 packs it. */
export const encodeSingleExecution = (call: Call): Hex => {
  const { target, value, callData } = executionOf(call)
  return encodePacked(['address', 'uint256', 'bytes'], [target, value, callData])
}

/**
 * The bytes by which the account is told to make these calls: all of them, or none.
 * @throws `smart.bad_input` without calls, or if one cannot be encoded
 */
export function encodeCalls(calls: readonly Call[]): Hex {
  const executions = calls.map(executionOf)
  const [only, ...others] = executions
  if (!only) throw badInput('calls', 'at least one call')
  if (others.length === 0)
    return encodeFunctionData({ abi: EXECUTE, functionName: 'execute', args: [only] })
  return encodeFunctionData({
    abi: EXECUTE,
    functionName: 'execute',
    args: [MODES.batch, encodeAbiParameters(BATCH, [executions])],
  })
}

/** The calls of ERC-7579's packed forms. @throws where the bytes are none */
function decodeExecutions(mode: Hex, packed: Hex): Call[] {
  if (mode === MODES.batch)
    return decodeAbiParameters(BATCH, packed)[0].map(({ target, value, callData }) => ({
      to: target,
      value,
      data: callData,
    }))
  if (mode !== MODES.single) throw badInput('mode', 'one call or a batch that is undone as a whole')
  if (size(packed) < SINGLE_HEAD_BYTES) throw badInput('execution', 'at least 52 bytes')
  return [
    {
      to: getAddress(slice(packed, 0, 20)),
      value: BigInt(slice(packed, 20, SINGLE_HEAD_BYTES)),
      data: size(packed) === SINGLE_HEAD_BYTES ? '0x' : slice(packed, SINGLE_HEAD_BYTES),
    },
  ]
}

/**
 * The calls in what an account is told: the reverse of {@link encodeCalls}. Only the modes of {@link MODES} are
 * read, so that nothing that runs as the account itself (delegatecall) and nothing that may fail in part is taken
 * for calls.
 * @throws `smart.bad_input` for anything else
 */
export function decodeCalls(callData: Hex): Call[] {
  try {
    const { args } = decodeFunctionData({ abi: EXECUTE, data: callData })
    const [first, packed] = args as readonly [unknown, Hex?]
    if (packed !== undefined) return decodeExecutions(first as Hex, packed)
    const {
      target,
      value,
      callData: data,
    } = first as {
      target: Address
      value: bigint
      callData: Hex
    }
    return [{ to: target, value, data }]
  } catch (cause) {
    throw badInput('callData', 'calls of a smart account, as encodeCalls makes them', cause)
  }
}

/** Whether one of these calls is to the account itself, which changes who owns it or what code it runs. */
export const callsItself = (account: Address, calls: readonly Call[]): boolean =>
  calls.some(({ to }) => isAddressEqual(to, account))
