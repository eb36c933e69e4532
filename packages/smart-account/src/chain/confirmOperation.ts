import { isAddressEqual, isHex, pad, slice, type Address, type Hex } from 'viem'
import { CONTRACTS } from '../contracts/addresses.js'
import type { RpcRequest } from '../types.js'
import { askNode } from './ask.js'

/** An operation in a block, as the chain shows it. */
export interface ConfirmedOperation {
  hash: Hex
  transactionHash: Hex
  blockNumber: bigint
  /** Whether its calls were made; its fee is paid in any case. */
  success: boolean
  nonce: bigint
  /** Wei. */
  actualGasCost: bigint
  actualGasUsed: bigint
}

/** `UserOperationEvent` of EntryPoint 0.7. */
const TOPIC: Hex = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const DATA_BYTES = 128

interface Log {
  address: Address
  topics: readonly Hex[]
  data: Hex
  transactionHash: Hex
  blockNumber: Hex
  removed?: boolean
}

const isLog = (value: unknown): value is Log => {
  const log = value as Log | null
  return (
    typeof log === 'object' &&
    log !== null &&
    Array.isArray(log.topics) &&
    [log.address, log.data, log.transactionHash, log.blockNumber, ...log.topics].every((one) =>
      isHex(one),
    ) &&
    log.data.length === 2 + 2 * DATA_BYTES
  )
}

const wordOf = (data: Hex, index: number): bigint =>
  BigInt(slice(data, index * 32, (index + 1) * 32))

/** All operations of the account in these logs. */
function eventsIn(logs: unknown, sender: Address): ConfirmedOperation[] {
  if (!Array.isArray(logs)) return []
  return logs
    .filter(isLog)
    .filter(
      ({ address, topics, removed }) =>
        !removed &&
        isAddressEqual(address, CONTRACTS.entryPoint) &&
        topics[0] === TOPIC &&
        topics[1] !== undefined &&
        topics[2]?.toLowerCase() === pad(sender, { size: 32 }).toLowerCase(),
    )
    .map(({ topics, data, transactionHash, blockNumber }) => ({
      hash: topics[1]!.toLowerCase() as Hex,
      transactionHash,
      blockNumber: BigInt(blockNumber),
      nonce: wordOf(data, 0),
      success: wordOf(data, 1) === 1n,
      actualGasCost: wordOf(data, 2),
      actualGasUsed: wordOf(data, 3),
    }))
}

const eventIn = (logs: unknown, hash: Hex, sender: Address): ConfirmedOperation | undefined =>
  eventsIn(logs, sender).find((event) => event.hash === hash.toLowerCase())

/**
 * Whether the chain has the operation in this transaction, so that a bundler that tells something else is found
 * out. It asks the node once.
 * @param operation its hash, the account, and the transaction that a bundler named
 * @returns `undefined` while the chain does not have it there
 * @throws `smart.node_failed`
 */
export async function confirmOperation(
  node: RpcRequest,
  operation: { hash: Hex; sender: Address; transactionHash: Hex },
): Promise<ConfirmedOperation | undefined> {
  const receipt = (await askNode(node, 'eth_getTransactionReceipt', [
    operation.transactionHash,
  ])) as { logs?: unknown } | null
  return eventIn(receipt?.logs, operation.hash, operation.sender)
}

/**
 * Looks for an operation on the chain without any bundler, by its hash.
 * @param fromBlock where the search begins: the block at which it was signed
 * @returns `undefined` while no block has it
 * @throws `smart.node_failed`
 */
export async function findOnChain(
  node: RpcRequest,
  operation: { hash: Hex; sender: Address; fromBlock: bigint },
): Promise<ConfirmedOperation | undefined> {
  const logs = await askNode(node, 'eth_getLogs', [
    {
      address: CONTRACTS.entryPoint,
      topics: [TOPIC, operation.hash],
      fromBlock: `0x${operation.fromBlock.toString(16)}`,
      toBlock: 'latest',
    },
  ])
  return eventIn(logs, operation.hash, operation.sender)
}

/**
 * Looks for the operation of an account that has used a nonce, whichever one it is.
 * @param use the nonce, and the block where the search begins
 * @returns `undefined` while no log shows it, also where a node has counted the nonce already
 * @throws `smart.node_failed`
 */
export async function findByNonce(
  node: RpcRequest,
  use: { sender: Address; nonce: bigint; fromBlock: bigint },
): Promise<ConfirmedOperation | undefined> {
  const logs = await askNode(node, 'eth_getLogs', [
    {
      address: CONTRACTS.entryPoint,
      topics: [TOPIC, null, pad(use.sender, { size: 32 }).toLowerCase()],
      fromBlock: `0x${use.fromBlock.toString(16)}`,
      toBlock: 'latest',
    },
  ])
  return eventsIn(logs, use.sender).find(({ nonce }) => nonce === use.nonce)
}
