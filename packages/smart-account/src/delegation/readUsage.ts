import { encodeFunctionData, size, slice, type AbiFunction, type Address, type Hex } from 'viem'
import { askNodeHex, nodeFailed } from '../chain/ask.js'
import { MULTICALL, multicall } from '../chain/multicall.js'
import { CONTRACTS, ENFORCERS } from '../contracts/addresses.js'
import { badInput } from '../errors.js'
import { decodeLimits } from '../limits/decodeLimits.js'
import { ALLOWANCE_ENFORCERS, allowanceTerms } from '../limits/terms.js'
import type { Allowance, DecodedLimits, Limits } from '../limits/types.js'
import type { Call, RpcRequest } from '../types.js'
import { hashDelegation } from './delegation.js'
import type { Delegation } from './types.js'

/** The state of a delegation on the chain. */
export interface DelegationUsage {
  /** Its id, `pci`. */
  hash: Hex
  /** Its limits, if they are known ones. Of others only `isDisabled` is read. */
  limits: DecodedLimits
  /** Ended by the account. */
  isDisabled: boolean
  /** Over, by the time of the chain. */
  isExpired: boolean
  /** Redemptions; absent where they are not counted. */
  calls?: { used: bigint; left: bigint }
  /**
   * Of the coin or token, in base units; absent for grants of calls. `used` is counted in all, or in
   * the present period. `available` can be moved now.
   */
  amount?: { used: bigint; available: bigint }
}

const MAX_DELEGATIONS = 500
const WORD_BYTES = 32

const view = (name: string, ...types: readonly string[]): AbiFunction => ({
  type: 'function',
  name,
  stateMutability: 'view',
  inputs: types.map((type) => ({ name: '', type })),
  outputs: [],
})

/** Getters of the manager and of the enforcers' records. */
const VIEWS = {
  disabledDelegations: view('disabledDelegations', 'bytes32'),
  spentMap: view('spentMap', 'address', 'bytes32'),
  streamingAllowances: view('streamingAllowances', 'address', 'bytes32'),
  callCounts: view('callCounts', 'address', 'bytes32'),
  getAvailableAmount: view('getAvailableAmount', 'bytes32', 'address', 'bytes'),
}

type Read = Pick<Required<Call>, 'to' | 'data'>

const readOf = (to: Address, name: keyof typeof VIEWS, ...args: readonly Hex[]): Read => ({
  to,
  data: encodeFunctionData({ abi: [VIEWS[name]], functionName: name, args }),
})
const recordOf = (to: Address, name: keyof typeof VIEWS, hash: Hex): Read =>
  readOf(to, name, CONTRACTS.delegationManager, hash)

function allowanceRead({ permission }: Limits, hash: Hex): Read | undefined {
  if (permission.type === 'calls') return undefined
  const { kind } = permission.allowance
  const to = ENFORCERS[ALLOWANCE_ENFORCERS[permission.type][kind]]
  if (kind === 'total') return recordOf(to, 'spentMap', hash)
  if (kind === 'stream') return recordOf(to, 'streamingAllowances', hash)
  const { delegationManager } = CONTRACTS
  return readOf(to, 'getAvailableAmount', hash, delegationManager, allowanceTerms(permission))
}

/** @throws `smart.node_failed` if the answer is shorter */
function wordOf(answer: Hex | undefined, index: number): bigint {
  if (answer === undefined || size(answer) < (index + 1) * WORD_BYTES) throw nodeFailed('eth_call')
  return BigInt(slice(answer, index * WORD_BYTES, (index + 1) * WORD_BYTES))
}

const beyond = (one: bigint, other: bigint): bigint => (one > other ? one - other : 0n)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** The enforcers count in the same way: see `getAvailableAmount` of each. */
function amountOf(allowance: Allowance, answer: Hex | undefined, time: number) {
  switch (allowance.kind) {
    case 'total': {
      const used = wordOf(answer, 0)
      return { used, available: beyond(allowance.amount, used) }
    }
    case 'period': {
      const available = wordOf(answer, 0)
      const hasBegun = time >= allowance.start
      return { used: hasBegun ? beyond(allowance.amount, available) : 0n, available }
    }
    case 'stream': {
      const { initial, perSecond, maximum, start } = allowance
      const used = wordOf(answer, 4)
      if (time < start) return { used, available: 0n }
      const unlocked = smaller(maximum, initial + perSecond * BigInt(time - start))
      return { used, available: beyond(unlocked, used) }
    }
  }
}

interface Question {
  hash: Hex
  limits: DecodedLimits
  reads: { disabled: Read; amount?: Read; calls?: Read }
}

function questionOf(delegation: Delegation): Question {
  const hash = hashDelegation(delegation)
  const limits = decodeLimits(delegation.caveats)
  const disabled = readOf(CONTRACTS.delegationManager, 'disabledDelegations', hash)
  if (!limits.ok) return { hash, limits, reads: { disabled } }
  const amount = allowanceRead(limits.limits, hash)
  const calls =
    limits.limits.maxCalls === undefined
      ? undefined
      : recordOf(ENFORCERS.limitedCalls, 'callCounts', hash)
  return { hash, limits, reads: { disabled, ...(amount && { amount }), ...(calls && { calls }) } }
}

function usageOf(
  { hash, limits }: Question,
  answers: { disabled?: Hex; amount?: Hex; calls?: Hex },
  time: number,
): DelegationUsage {
  const isDisabled = wordOf(answers.disabled, 0) !== 0n
  if (!limits.ok) return { hash, limits, isDisabled, isExpired: false }
  const { permission, maxCalls, expiry } = limits.limits
  const used = maxCalls === undefined ? 0n : wordOf(answers.calls, 0)
  return {
    ...{ hash, limits, isDisabled, isExpired: time >= expiry },
    ...(maxCalls !== undefined && { calls: { used, left: beyond(BigInt(maxCalls), used) } }),
    ...(permission.type !== 'calls' && {
      amount: amountOf(permission.allowance, answers.amount, time),
    }),
  }
}

/**
 * Reads whether the account has ended a delegation, in one `eth_call` of the manager: also where a chain has no
 * Multicall3.
 * @param hash of the delegation
 * @throws `smart.node_failed`
 */
export async function isDisabled(node: RpcRequest, hash: Hex): Promise<boolean> {
  const read = readOf(CONTRACTS.delegationManager, 'disabledDelegations', hash)
  return wordOf(await askNodeHex(node, 'eth_call', [read, 'latest']), 0) !== 0n
}

/**
 * Reads how much of delegations on one chain has been used and is left, in one request.
 * @param delegations 500 at most
 * @param address of Multicall3
 * @returns in the order of the delegations; `time` is the chain's, in seconds since 1970
 * @throws `smart.node_failed`, `smart.bad_input` for more delegations
 */
export async function readUsage(
  node: RpcRequest,
  delegations: readonly Delegation[],
  address: Address = MULTICALL,
): Promise<{ usages: readonly DelegationUsage[]; time: number }> {
  if (delegations.length > MAX_DELEGATIONS)
    throw badInput('delegations', `at most ${MAX_DELEGATIONS} at once`)
  const questions = delegations.map(questionOf)
  const reads = questions.flatMap(({ reads: { disabled, amount, calls } }) =>
    [disabled, amount, calls].filter((read) => read !== undefined),
  )
  const { answers, time } = await multicall(node, reads, address)
  const answerOf = new Map(reads.map((read, index) => [read, answers[index]]))
  const usages = questions.map((question) => {
    const { disabled, amount, calls } = question.reads
    const own = Object.entries({ disabled, amount, calls }).map(([name, read]) => [
      name,
      read && answerOf.get(read),
    ])
    return usageOf(question, Object.fromEntries(own), time)
  })
  return { usages, time }
}
