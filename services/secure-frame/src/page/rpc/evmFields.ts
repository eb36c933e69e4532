import { toHex } from 'viem'
import type { EvmRequest, OwnFields } from '../../keys/evmRequest.js'
import { badParams, FrameError } from '../link/errors.js'
import type { AskNode } from './node.js'

/** In wei. No network asks for as much; a node that does lies. */
const MAX_FEE_PER_GAS = 100_000n * 10n ** 9n
/** Room for a call whose cost changes until it is carried out, in percent. */
const GAS_ROOM = 120n
/** Where a call stands behind another one, its cost cannot be known yet. */
const GAS_OF_LATER_CALL = 500_000n

/** @throws FrameError where a node answered no quantity (EIP-1474) */
export function readQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new FrameError('The network gave an answer that cannot be read.', { reason: 'network' })
}

/** The account's next nonce, those of pending transactions passed. */
export async function nextNonce(node: AskNode, account: string): Promise<number> {
  const nonce = readQuantity(await node('eth_getTransactionCount', [account, 'pending']))
  if (nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw badParams('The nonce is out of range.')
  return Number(nonce)
}

/** Fees by EIP-1559: room for the base fee to double, or the price of networks without one. */
async function readFees(node: AskNode): Promise<OwnFields['fees']> {
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
    throw new FrameError('The network asks for an absurd fee.', { reason: 'network' })
  return fee
}

/** Gas and fees of a request. */
export async function estimate(
  node: AskNode,
  account: string,
  { to, value, data, gas }: EvmRequest,
  isLater: boolean,
): Promise<Pick<OwnFields, 'gas' | 'fees'>> {
  const call = { from: account, ...(to && { to }), value: toHex(value), data }
  const units = async (): Promise<bigint> =>
    (readQuantity(await node('eth_estimateGas', [call])) * GAS_ROOM) / 100n
  const [fees, estimated] = await Promise.all([
    readFees(node),
    gas ?? units().catch((error: unknown) => (isLater ? GAS_OF_LATER_CALL : Promise.reject(error))),
  ])
  return { gas: estimated, fees }
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
