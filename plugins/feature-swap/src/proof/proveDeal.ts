import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import { checkBuild, isDeadlineGood } from './checkBuild.js'
import { fromQuantity, toQuantity } from './hex.js'
import type { SwapCall } from './readSwapCall.js'
import { isSameOutcome, readSimulation, simulationParams } from './simulation.js'
import type {
  AskNode,
  BuiltDeal,
  KnownContracts,
  Proof,
  ProofProblem,
  Simulated,
  WantedSwap,
} from './types.js'

const METHOD = 'eth_simulateV1'
/** JSON-RPC: no such method; EIP-1474: method not supported. */
const UNSUPPORTED_CODES: readonly unknown[] = [-32601, -32004]
/** Nodes and their providers say it in words of their own, under any code. */
const UNSUPPORTED_WORDS =
  /not (?:found|supported|available|implemented|exist|allowed|whitelisted)|unsupported|unknown method|unavailable method/i
/** Statuses by which gateways refuse a method. */
const UNSUPPORTED_STATUSES: readonly unknown[] = [400, 403, 404, 405, 501]

/** Whether a node does not know the method, rather than refusing this call of it. */
function isUnsupported(error: unknown): boolean {
  if (isLatchkeyError(error, 'http.status'))
    return UNSUPPORTED_STATUSES.includes(error.context.status)
  return (
    isLatchkeyError(error, 'rpc.failed') &&
    (UNSUPPORTED_CODES.includes(error.context.rpcCode) || UNSUPPORTED_WORDS.test(error.message))
  )
}

export const notAsQuoted = (problem: ProofProblem, detail = ''): LatchkeyError =>
  new LatchkeyError(
    'swap.not_as_quoted',
    `The swap that was built is not the one that was quoted (${problem})${detail}: ` +
      'the wallet is not asked. Look at the source that built it.',
    { context: { problem } },
  )

/** The newest block that all of these nodes have. */
async function commonBlock(nodes: readonly AskNode[]): Promise<string> {
  if (nodes.length < 2) return 'latest'
  const heads = await Promise.all(nodes.map((ask) => ask('eth_blockNumber', [])))
  const numbers = heads.map(fromQuantity).filter((head) => head !== undefined)
  if (numbers.length < nodes.length) throw notAsQuoted('nodes')
  return toQuantity(numbers.reduce((least, head) => (head < least ? head : least)))
}

/** @returns `undefined`: the node cannot simulate @throws `swap.not_as_quoted` */
async function simulate(
  ask: AskNode,
  wanted: WantedSwap,
  deal: BuiltDeal,
  call: SwapCall | undefined,
  block: string,
): Promise<Simulated | undefined> {
  const answer = await ask(METHOD, simulationParams(wanted, deal, block)).catch(
    (error: unknown) => {
      if (isUnsupported(error)) return undefined
      // The node takes the call and says that it fails, as it does where a coin is missing.
      if (isLatchkeyError(error, 'rpc.failed')) throw notAsQuoted('reverts', `: ${error.message}`)
      throw error
    },
  )
  if (answer === undefined) return undefined
  const read = readSimulation(wanted, deal, call, answer)
  if ('problem' in read) throw notAsQuoted(read.problem)
  return read
}

/** Nodes that are asked: a second one to compare with, and no more. */
const MOST_NODES = 2

/**
 * Proves a swap before the wallet opens: by its fields, by the call of its router, and by the network's
 * own nodes. Two nodes must say the same of the same block.
 * @throws `swap.not_as_quoted` where it is another swap than the one that is wanted; what a node throws
 * where it cannot be asked
 */
export async function proveDeal(
  wanted: WantedSwap,
  deal: BuiltDeal,
  contracts: KnownContracts,
  nodes: readonly AskNode[],
): Promise<Proof> {
  const now = Date.now()
  const checked = checkBuild(wanted, deal, contracts, now)
  if ('problem' in checked) throw notAsQuoted(checked.problem)
  const { call } = checked
  const asked = nodes.slice(0, MOST_NODES)
  const block = await commonBlock(asked)
  const outcomes = await Promise.all(asked.map((ask) => simulate(ask, wanted, deal, call, block)))
  const [first, second] = outcomes.filter((outcome) => outcome !== undefined)
  const isRead = call !== undefined
  if (!first) {
    // The clock of this computer is all that there is to compare with.
    if (call && !isDeadlineGood(call, BigInt(Math.floor(now / 1_000))))
      throw notAsQuoted('deadline')
    // Nobody has seen what the host's own router would do with a call that we cannot read.
    if (!call) throw notAsQuoted('unread')
    return { checkedBy: 0, isRead }
  }
  if (second && !isSameOutcome(first, second)) throw notAsQuoted('nodes')
  return { ...first, checkedBy: second ? 2 : 1, isRead }
}
