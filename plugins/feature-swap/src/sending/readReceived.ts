import type { Network } from '@latchkey/plugin-api'
import type { SwapRecord } from '../api.js'
import { fromQuantity, isSameAddress, toAddress, toQuantity, wordAt } from '../proof/hex.js'
import type { SwapServices } from '../services/swapServices.js'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

interface Receipt {
  blockNumber?: unknown
  gasUsed?: unknown
  effectiveGasPrice?: unknown
  logs?: unknown
}
interface Log {
  address?: unknown
  topics?: unknown
  data?: unknown
}

/** The sum of the token's own movements to the account. */
function sumOf(logs: unknown, token: string, account: string): bigint {
  const list: readonly Log[] = Array.isArray(logs) ? (logs as readonly Log[]) : []
  return list.reduce((sum, { address, topics, data }) => {
    if (typeof address !== 'string' || !isSameAddress(address, token)) return sum
    const [kind, from, to] = Array.isArray(topics) ? (topics as readonly unknown[]) : []
    if (kind !== TRANSFER || typeof from !== 'string' || typeof to !== 'string') return sum
    const value = typeof data === 'string' ? (wordAt(data, 2) ?? 0n) : 0n
    const isOwn = (topic: string): boolean => isSameAddress(toAddress(wordAt(topic, 2)), account)
    return sum + (isOwn(to) ? value : 0n) - (isOwn(from) ? value : 0n)
  }, 0n)
}

/**
 * The amount that a swap really brought, from its receipt. Of the native coin, which writes no logs: what the
 * account has more after the block, with the fee that it paid; `undefined` where its node keeps no such
 * state.
 */
export async function readReceived(
  { nodeOf, ctx }: SwapServices,
  network: Network,
  { account, bought }: SwapRecord,
  hash: string,
): Promise<bigint | undefined> {
  const ask = await nodeOf(network, ctx.signal)
  const receipt = (await ask('eth_getTransactionReceipt', [hash])) as Receipt | null
  if (!receipt) return undefined
  if (bought.address !== undefined) return sumOf(receipt.logs, bought.address, account)
  const block = fromQuantity(receipt.blockNumber)
  const gas = fromQuantity(receipt.gasUsed)
  const price = fromQuantity(receipt.effectiveGasPrice)
  if (!block || gas === undefined || price === undefined) return undefined
  const balanceAt = async (at: bigint): Promise<bigint | undefined> =>
    fromQuantity(await ask('eth_getBalance', [account, toQuantity(at)]))
  const [before, after] = await Promise.all([balanceAt(block - 1n), balanceAt(block)])
  const change = before === undefined || after === undefined ? 0n : after - before + gas * price
  return change > 0n ? change : undefined
}
