import { serializeTransaction, size, toHex, type Address, type Hex } from 'viem'
import type { EvmTransaction } from '../../keys/evm.js'
import type { EvmRequest, OwnFields } from '../../keys/evmRequest.js'
import { badParams, FrameError } from '../link/errors.js'
import { readQuantity, type AskNode } from './node.js'
import { isAway, unreadable } from './nodeErrors.js'

/** In wei. No network asks for as much; a node that does lies. */
const MAX_FEE_PER_GAS = 100_000n * 10n ** 9n
/** Room for a call whose cost changes until it is carried out, in percent. */
const GAS_ROOM = 120n
/** Gas where a node can give no estimate, as for a call that would fail. */
const GAS_WITHOUT_ESTIMATE = 500_000n

/** The number of the account's transactions, pending ones with them. */
export async function countNonces(node: AskNode, account: string): Promise<number> {
  const nonce = readQuantity(await node('eth_getTransactionCount', [account, 'pending']))
  if (nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw unreadable()
  return Number(nonce)
}

/** Fees by EIP-1559: room for the base fee to double, or the price of networks without one. */
export async function readFees(node: AskNode): Promise<OwnFields['fees']> {
  const [block, price] = await Promise.all([
    node('eth_getBlockByNumber', ['latest', false]),
    node('eth_gasPrice', []),
  ])
  const gasPrice = readQuantity(price)
  const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  if (base === undefined || base === null) return { gasPrice: bounded(gasPrice) }
  const baseFee = readQuantity(base)
  const tip = await node('eth_maxPriorityFeePerGas', []).then(readQuantity, () =>
    gasPrice > baseFee ? gasPrice - baseFee : 0n,
  )
  return { maxFeePerGas: bounded(2n * baseFee + tip), maxPriorityFeePerGas: bounded(tip) }
}

function bounded(fee: bigint): bigint {
  if (fee > MAX_FEE_PER_GAS)
    throw new FrameError('The network asks for an absurd fee.', { reason: 'node_refused' })
  return fee
}

/** A request as nodes take it in `eth_call` and the like. */
export const toNodeCall = (account: string, { to, value, data, gas }: EvmRequest) => ({
  from: account,
  ...(to && { to }),
  value: toHex(value),
  data,
  ...(gas !== undefined && { gas: toHex(gas) }),
})

/** Gas of a request by itself. A call that would fail gets a bound, and the simulation says why. */
export async function estimateGas(
  node: AskNode,
  account: string,
  request: EvmRequest,
): Promise<bigint> {
  if (request.gas !== undefined) return request.gas
  try {
    const units = readQuantity(await node('eth_estimateGas', [toNodeCall(account, request)]))
    return (units * GAS_ROOM) / 100n
  } catch (error) {
    if (isAway(error)) throw error
    return GAS_WITHOUT_ESTIMATE
  }
}

/**
 * Gas of a request that stands behind others, by what the simulation of all used. Calls need more than
 * they use where contracts call each other (EIP-150) or gas is given back.
 */
export const gasOfLater = ({ gas }: EvmRequest, used: bigint | undefined): bigint =>
  gas ?? (used === undefined ? GAS_WITHOUT_ESTIMATE : (used * 3n) / 2n)

/** Contracts that say what a network takes for its data on Ethereum, beside the fee for gas. */
const OP_ORACLE = '0x420000000000000000000000000000000000000F'
const SCROLL_ORACLE = '0x5300000000000000000000000000000000000002'
const L1_ORACLES: Readonly<Record<number, Address>> = {
  10: OP_ORACLE,
  8453: OP_ORACLE,
  84532: OP_ORACLE,
  81457: OP_ORACLE,
  7777777: OP_ORACLE,
  11155420: OP_ORACLE,
  168587773: OP_ORACLE,
  534351: SCROLL_ORACLE,
  534352: SCROLL_ORACLE,
}
/** `getL1Fee(bytes)`, and where its argument begins. */
const GET_L1_FEE = `0x49948e0e${'20'.padStart(64, '0')}` as const
/** Room for the price on Ethereum to rise, in percent. */
const L1_ROOM = 150n

/** The fee for a transaction's data on Ethereum, in wei; zero on networks that take none. */
export const readL1Fee = (node: AskNode, transaction: EvmTransaction): Promise<bigint> =>
  readDataFee(node, transaction.chainId ?? 0, serializeTransaction(transaction))

/** The same for bytes that others put into a transaction. */
export async function readDataFee(node: AskNode, chainId: number, bytes: Hex): Promise<bigint> {
  const oracle = L1_ORACLES[chainId]
  if (!oracle) return 0n
  const length = size(bytes)
  const words = bytes.slice(2).padEnd(64 * Math.ceil(length / 32), '0')
  const data = `${GET_L1_FEE}${length.toString(16).padStart(64, '0')}${words}`
  return (readQuantity(await node('eth_call', [{ to: oracle, data }, 'latest'])) * L1_ROOM) / 100n
}

/** One call of EIP-5792 as a transaction. It has no other fields than these. */
export function toCall(call: unknown): Record<string, unknown> {
  const { to, value, data, capabilities, ...others } = { ...(call as object) } as Record<
    string,
    unknown
  >
  if (Object.keys(others).length) throw badParams('A call has an unknown field.')
  if (Object.keys({ ...(capabilities as object) }).length)
    throw new FrameError('This wallet has none of the capabilities asked for.', { code: 5700 })
  return { to, value, data }
}
