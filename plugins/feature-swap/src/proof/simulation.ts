import type { SwapTransaction } from '@latchkey/backend'
import { isDeadlineGood } from './checkBuild.js'
import {
  allowanceData,
  balanceData,
  fromQuantity,
  isSameAddress,
  toAddress,
  toQuantity,
  wordAt,
} from './hex.js'
import { leastOf } from './leastOf.js'
import type { SwapCall } from './readSwapCall.js'
import { sentTx } from './permit.js'
import type { BuiltDeal, ProofProblem, Simulated, WantedSwap } from './types.js'

/** As nodes report movements of the native coin (`traceTransfers`). */
const NATIVE_LOG = `0x${'e'.repeat(40)}`

const TOPICS = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const

interface Log {
  address: string
  topics: readonly string[]
  data: string
}
interface CallResult {
  isSuccess: boolean
  returned: bigint | undefined
  gas: bigint
  logs: readonly Log[]
}

/** Reads before and after the transactions, where the token has a contract. */
const readsOf = (
  { account, from, to }: WantedSwap,
  { quote: { spender } }: BuiltDeal,
): { to: string; data: string }[] => [
  ...(from === undefined ? [] : [{ to: from, data: balanceData(account) }]),
  ...(to === undefined ? [] : [{ to, data: balanceData(account) }]),
  ...(from === undefined || spender === null
    ? []
    : [{ to: from, data: allowanceData(account, spender) }]),
]

const toCall = ({ from, to, data, value }: SwapTransaction) => ({
  from,
  to,
  data,
  value: toQuantity(value),
})

/**
 * The parameters of `eth_simulateV1`: approvals and swap one after the other, and what the account has
 * before and after them.
 */
export function simulationParams(
  wanted: WantedSwap,
  deal: BuiltDeal,
  block: string,
): readonly unknown[] {
  const reads = readsOf(wanted, deal).map((read) => ({ from: wanted.account, ...read }))
  const calls = [...reads, ...[...deal.approvals, sentTx(deal)].map(toCall), ...reads]
  return [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, block]
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

function readLog(value: unknown): Log | undefined {
  const { address, topics, data } = asRecord(value)
  if (typeof address !== 'string' || !Array.isArray(topics) || typeof data !== 'string')
    return undefined
  return topics.every((topic): topic is string => typeof topic === 'string')
    ? { address: address.toLowerCase(), topics: topics.map((topic) => topic.toLowerCase()), data }
    : undefined
}

function readCall(value: unknown): CallResult | undefined {
  const { status, returnData, gasUsed, logs } = asRecord(value)
  const list: readonly unknown[] = Array.isArray(logs) ? logs : []
  const read = list.map(readLog)
  const gas = fromQuantity(gasUsed)
  if (typeof status !== 'string' || gas === undefined) return undefined
  if (!read.every((log) => log !== undefined)) return undefined
  const returned = typeof returnData === 'string' ? wordAt(returnData, 2) : undefined
  return { isSuccess: fromQuantity(status) === 1n, returned, gas, logs: read }
}

/** Sums up what the account gives and gets, by the logs. Anything beside the two tokens is a problem. */
function readMovements(
  { account, from, to }: WantedSwap,
  { quote: { spender } }: BuiltDeal,
  logs: readonly Log[],
): { problem: ProofProblem } | { sold: bigint; bought: bigint } {
  const sum = { sold: 0n, bought: 0n }
  const isOwn = (topic: string | undefined): boolean =>
    topic !== undefined && isSameAddress(toAddress(wordAt(topic, 2)), account)
  const [soldAt, boughtAt] = [from ?? NATIVE_LOG, to ?? NATIVE_LOG]
  for (const { address, topics, data } of logs) {
    const [kind, first, second, third] = topics
    const hasItem = third !== undefined
    // These name the operator first, and then who gives and who gets.
    if (kind === TOPICS.transferSingle || kind === TOPICS.transferBatch) {
      if (isOwn(second)) return { problem: 'leaves' }
    } else if (kind === TOPICS.approvalForAll) {
      if (isOwn(first)) return { problem: 'allowance' }
    } else if (kind === TOPICS.approval && isOwn(first)) {
      const isOfSale =
        isSameAddress(address, from) &&
        isSameAddress(toAddress(wordAt(second ?? '', 2)), spender ?? undefined)
      if (hasItem || !isOfSale) return { problem: 'allowance' }
    } else if (kind === TOPICS.transfer) {
      const value = hasItem ? 1n : (wordAt(data, 2) ?? 0n)
      if (isOwn(first)) {
        if (hasItem || !isSameAddress(address, soldAt)) return { problem: 'leaves' }
        sum.sold += value
      }
      if (isOwn(second) && isSameAddress(address, soldAt)) sum.sold -= value
      if (isOwn(second) && !hasItem && isSameAddress(address, boughtAt)) sum.bought += value
    }
  }
  return sum
}

/** The answer in the order of the questions. `undefined`: the node answered something else. */
function readAnswer(answer: unknown, count: number) {
  const [block] = Array.isArray(answer) ? (answer as readonly unknown[]) : []
  const { calls, timestamp } = asRecord(block)
  const list: readonly unknown[] = Array.isArray(calls) ? calls : []
  const read = list.map(readCall)
  const time = fromQuantity(timestamp)
  return list.length === count && time !== undefined && read.every((call) => call !== undefined)
    ? { calls: read, timestamp: time }
    : undefined
}

/** The changes of balances and allowance, by the reads before and after. */
function readChanges(
  { from, to }: WantedSwap,
  before: readonly (bigint | undefined)[],
  after: readonly (bigint | undefined)[],
): { sold?: bigint; bought?: bigint; allowed?: bigint } | undefined {
  if ([...before, ...after].some((value) => value === undefined)) return undefined
  const change = before.map((value, at) => after[at]! - value!)
  const allowed = from === undefined ? undefined : change.at(-1)
  const bought = to === undefined ? undefined : change[from === undefined ? 0 : 1]
  return {
    ...(from !== undefined && { sold: -change[0]! }),
    ...(bought !== undefined && { bought }),
    ...(allowed !== undefined && { allowed }),
  }
}

/**
 * Reads what `eth_simulateV1` answered to {@link simulationParams}, and compares it with what is wanted:
 * no more than the amount leaves, at least the minimum arrives, nothing else leaves, and nobody may take
 * more than before.
 */
export function readSimulation(
  wanted: WantedSwap,
  deal: BuiltDeal,
  call: SwapCall | undefined,
  answer: unknown,
): { problem: ProofProblem } | Simulated {
  const reads = readsOf(wanted, deal).length
  const sent = deal.approvals.length + 1
  const read = readAnswer(answer, 2 * reads + sent)
  if (!read) return { problem: 'nodes' }
  const { calls, timestamp } = read
  const transactions = calls.slice(reads, reads + sent)
  if (!calls.every(({ isSuccess }) => isSuccess)) return { problem: 'reverts' }
  const valuesOf = (list: readonly CallResult[]) => list.map(({ returned }) => returned)
  const changes = readChanges(
    wanted,
    valuesOf(calls.slice(0, reads)),
    valuesOf(calls.slice(reads + sent)),
  )
  const moved = readMovements(
    wanted,
    deal,
    transactions.flatMap(({ logs }) => logs),
  )
  if (!changes) return { problem: 'nodes' }
  if ('problem' in moved) return moved
  // A token may log something other than it does: both must be right.
  const leaves = larger(moved.sold, changes.sold)
  const arrives = changes.bought ?? moved.bought
  if (leaves > wanted.amount) return { problem: 'leaves' }
  if (arrives < deal.quote.minimum) return { problem: 'arrives' }
  if ((changes.allowed ?? 0n) > 0n) return { problem: 'allowance' }
  // A minimum far below what arrives now invites others to take the difference.
  if (deal.quote.minimum < leastOf(arrives, wanted.slippage + MINIMUM_ROOM))
    return { problem: 'minimum' }
  if (call && !isDeadlineGood(call, timestamp)) return { problem: 'deadline' }
  return { leaves, arrives, gas: transactions.reduce((sum, { gas }) => sum + gas, 0n), timestamp }
}

/** Percent by which a price may have become better since the swap was built. */
const MINIMUM_ROOM = 0.5

const larger = (one: bigint, other: bigint | undefined): bigint =>
  other !== undefined && other > one ? other : one

/** Whether two nodes say the same. */
export const isSameOutcome = (one: Simulated, other: Simulated): boolean =>
  one.leaves === other.leaves && one.arrives === other.arrives
