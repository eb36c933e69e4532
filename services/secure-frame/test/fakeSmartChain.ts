import {
  CONTRACTS,
  hashOperation,
  smartAccountOf,
  STUB_SIGNATURE,
  type Bundler,
  type Operation,
  type OperationSearch,
} from '@latchkey/smart-account'
import { encodeAbiParameters, pad, toHex, type Address, type Hex } from 'viem'
import type { SmartContext } from '../src/page/smart/context.js'
import { createRecords, type OperationRecord } from '../src/page/smart/records.js'
import { memoryDatabase, SEPOLIA } from './smartSide.js'

/** `UserOperationEvent` of EntryPoint 0.7. */
const EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
export const OWNER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const ACCOUNT = smartAccountOf(OWNER)

interface Log {
  address: Address
  topics: Hex[]
  data: Hex
  transactionHash: Hex
  blockNumber: Hex
  blockHash: Hex
}

/** A chain that shows what a test puts into it: the nonce and the log are apart, as nodes behind one url are. */
export class FakeChain {
  /** As `getNonce` of the EntryPoint answers. */
  nonce = 0n
  logs: Log[] = []
  /** Whether receipts are answered. */
  hasReceipts = true
  asked: string[] = []

  /** Puts an operation into a block. */
  include(hash: Hex, nonce: bigint, isDone = true): Hex {
    const transactionHash = `0x${hash.slice(2, 10)}${'00'.repeat(28)}` as Hex
    const data = encodeAbiParameters(
      ['uint256', 'uint256', 'uint256', 'uint256'].map((type) => ({ type })),
      [nonce, isDone ? 1n : 0n, 5n, 7n],
    )
    const topics: Hex[] = [EVENT, hash, pad(ACCOUNT.address, { size: 32 }), toHex(0n, { size: 32 })]
    const place = { blockNumber: '0x5', blockHash: toHex(5n, { size: 32 }) } as const
    this.logs.push({ address: CONTRACTS.entryPoint, topics, data, transactionHash, ...place })
    this.nonce = nonce + 1n
    return transactionHash
  }

  /** Drops the newest block, as a reorganisation does. */
  drop(nonce: bigint): void {
    this.logs = []
    this.nonce = nonce
  }

  async answer(method: string, params: readonly unknown[]): Promise<unknown> {
    await Promise.resolve()
    this.asked.push(method)
    if (method === 'eth_call') return toHex(this.nonce, { size: 32 })
    if (method === 'eth_getCode') return '0x12'
    if (method === 'eth_blockNumber') return '0x5'
    if (method === 'eth_getTransactionReceipt') {
      const logs = this.logs.filter(({ transactionHash }) => transactionHash === params[0])
      if (!logs.length || !this.hasReceipts) return null
      const { blockHash, blockNumber } = logs[0]!
      return { logs, blockHash, blockNumber, gasUsed: '0x7', transactionHash: params[0] }
    }
    if (method !== 'eth_getLogs') throw new Error(`The chain does not know ${method}.`)
    const { topics } = params[0] as { topics: readonly (Hex | null)[] }
    const fits = (log: Log): boolean =>
      topics.every(
        (topic, index) => !topic || log.topics[index]?.toLowerCase() === topic.toLowerCase(),
      )
    return this.logs.filter(fits)
  }
}

/** Bundlers that remember what they were given. */
export class FakeBundler implements Bundler {
  sent: Hex[] = []
  toAll: Hex[] = []
  found: OperationSearch = { receipts: [], isPending: false, unanswered: 0 }
  refusal: Error | undefined
  check = async (): Promise<void> => undefined
  async send(operation: Operation): Promise<Hex> {
    await Promise.resolve()
    if (this.refusal) throw this.refusal
    const hash = hashOperation(operation, 11155111)
    this.sent.push(hash)
    return hash
  }
  async sendToAll(operation: Operation): Promise<void> {
    await Promise.resolve()
    this.toAll.push(hashOperation(operation, 11155111))
  }
  estimate = (): never => {
    throw new Error('Nobody estimates here.')
  }
  find = async (): Promise<OperationSearch> => Promise.resolve(this.found)
}

/** All parts of a smart account's operations, and a clock that a pause moves on. */
export function fakeWorld() {
  const chain = new FakeChain()
  const bundler = new FakeBundler()
  const records = createRecords(memoryDatabase())
  const time = { now: 1_000_000 }
  const context: SmartContext = {
    network: SEPOLIA,
    chainId: 11155111,
    account: ACCOUNT,
    node: ({ method, params }) => chain.answer(method, params as readonly unknown[]),
    bundler,
    paymaster: undefined,
    maxGas: 10_000_000n,
    maxFee: 10n ** 13n,
    records,
    now: () => time.now,
    pause: async (ms) => {
      time.now += ms
      await Promise.resolve()
    },
  }
  /** An operation that was signed, and is written down. */
  const sign = async (
    nonce: bigint,
    more: Partial<OperationRecord> & { fee?: bigint } = {},
  ): Promise<OperationRecord> => {
    const { fee = 4n, ...state } = more
    const operation: Operation = {
      sender: ACCOUNT.address,
      nonce,
      callData: '0x1234',
      callGasLimit: 1n,
      verificationGasLimit: 2n,
      preVerificationGas: 3n,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee,
      signature: STUB_SIGNATURE,
    }
    const hash = hashOperation(operation, 11155111)
    const at = time.now
    const record: OperationRecord = {
      ...{ hash, operation, network: SEPOLIA, fromBlock: 1n, at, state: 'sent' },
      ...state,
    }
    await records.put(record)
    return record
  }
  const stateOf = async ({ hash }: OperationRecord): Promise<OperationRecord | undefined> =>
    (await records.list(SEPOLIA, ACCOUNT.address)).find((record) => record.hash === hash)
  return { chain, bundler, records, context, time, sign, stateOf }
}
