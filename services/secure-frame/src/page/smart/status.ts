import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { CONTRACTS, type Operation } from '@latchkey/smart-account'
import { isAddressEqual, isHex, type Address, type Hex } from 'viem'
import { badParams } from '../link/errors.js'
import { unknownCalls, type CallsId } from './callsId.js'
import type { SmartContext } from './context.js'
import { told } from './failures.js'
import { KINDS } from './grants/kinds.js'
import { look } from './follow.js'
import type { OperationRecord } from './records.js'

/** `BeforeExecution()` of the EntryPoint: everything before it is of validations. */
const BEFORE_EXECUTION = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'
/** `UserOperationEvent` of the EntryPoint: it ends what an operation did. */
const OPERATION = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

interface Log {
  address: Address
  topics: readonly Hex[]
  data: Hex
}
interface Receipt {
  logs: readonly Log[]
  blockHash: Hex
  blockNumber: Hex
  gasUsed: Hex
  transactionHash: Hex
}

/** The logs that an operation itself has caused: a bundle holds those of others too. */
export function ownLogs(logs: readonly Log[], hash: Hex): readonly Log[] {
  const isMark = ({ address, topics }: Log): boolean =>
    isAddressEqual(address, CONTRACTS.entryPoint) &&
    (topics[0] === BEFORE_EXECUTION || topics[0] === OPERATION)
  const end = logs.findIndex(
    (log) => isMark(log) && log.topics[0] === OPERATION && log.topics[1]?.toLowerCase() === hash,
  )
  if (end < 0) return []
  const begin = logs.slice(0, end).findLastIndex(isMark)
  return begin < 0 ? [] : logs.slice(begin + 1, end)
}

const PENDING = 100
const STATUS = {
  signed: PENDING,
  withdrawn: 400,
  sent: PENDING,
  refused: 400,
  replaced: 400,
  failed: 500,
  included: 200,
} as const satisfies Record<OperationRecord['state'], number>

async function receiptOf(
  { node }: SmartContext,
  { hash, state, transactionHash }: OperationRecord,
): Promise<JsonValue[]> {
  if (!transactionHash) return []
  const receipt = (await node({
    method: 'eth_getTransactionReceipt',
    params: [transactionHash],
  })) as Receipt | null
  if (!receipt || !Array.isArray(receipt.logs)) return []
  const { blockHash, blockNumber, gasUsed, logs } = receipt
  const own = ownLogs(logs, hash).map(({ address, topics, data }) => ({
    address,
    topics: [...topics],
    data,
  }))
  const status = state === 'included' ? '0x1' : '0x0'
  return [{ logs: own, status, blockHash, blockNumber, gasUsed, transactionHash }]
}

/** Whether a bundler has the operation, or may have it. */
async function mayWait({ bundler, account }: SmartContext, hash: Hex): Promise<boolean> {
  const { isPending, receipts, unanswered } = await bundler.find(hash, account.address)
  return isPending || receipts.length > 0 || unanswered > 0
}

/** The state of calls that are one operation (EIP-5792), also of one that another page of the visitor sent. */
export const readCallsStatus = (
  context: SmartContext,
  id: string,
  { hash, sender, nonce, fromBlock }: CallsId,
): Promise<JsonValue> =>
  told(async () => {
    const { account, network, records, chainId } = context
    const known = (await records.list(network, account.address)).find(
      (record) => record.hash === hash,
    )
    const operation = { sender, nonce } as Operation
    const asked: OperationRecord = known ?? {
      ...{ hash, network, fromBlock, operation, at: 0, state: 'signed' },
    }
    // One that this browser does not know is looked for, and not written down.
    const here = known ? context : { ...context, records: { ...records, put: async () => {} } }
    const record = await look(here, asked)
    if (!known && record === asked && !(await mayWait(context, hash))) throw unknownCalls()
    const receipts = await receiptOf(context, record)
    // A node that has no receipt at the moment shows nothing yet.
    const isShown = receipts.length > 0 || !record.transactionHash
    return {
      version: '2.0.0',
      id,
      chainId: `0x${chainId.toString(16)}`,
      status: isShown ? STATUS[record.state] : PENDING,
      atomic: true,
      receipts,
    }
  })

/** The account grants permissions (ERC-7715, by its former names). */
const PERMISSIONS = {
  supported: true,
  signerTypes: ['account'],
  permissionTypes: Object.keys(KINDS),
  policyTypes: ['call-limit'],
}

/**
 * The capabilities of a smart account (EIP-5792), by chain.
 * @param params the address, and the chains that are asked for
 * @param enabled chain ids of the networks with smart accounts
 * @throws FrameError for another list of parameters
 */
export function capabilitiesOf(
  account: string,
  params: unknown,
  enabled: readonly number[],
): JsonValue {
  const [address, chains] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof address !== 'string' || address.toLowerCase() !== account.toLowerCase()) return {}
  if (chains !== undefined && !(Array.isArray(chains) && chains.every((chain) => isHex(chain))))
    throw badParams('The chains are a list of hex numbers.')
  const wanted = chains?.map((chain) => Number(chain as Hex))
  const chosen = enabled.filter((chainId) => !wanted || wanted.includes(chainId))
  return Object.fromEntries(
    chosen.map((chainId) => [
      `0x${chainId.toString(16)}`,
      { atomic: { status: 'supported' }, permissions: PERMISSIONS },
    ]),
  )
}
