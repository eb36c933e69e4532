// Fees of operations, and their bounds.
import { toHex } from 'viem'
import { expect, it } from 'vitest'
import { DEFAULT_FRAME_LIMITS } from '../src/limits.js'
import { readOperationFees } from '../src/page/smart/fees.js'
import type { AskNode } from '../src/page/rpc/node.js'
import { fakeWorld } from './fakeSmartChain.js'

const GWEI = 10n ** 9n
/** A network that asks for 2 x 10 + 1 gwei. */
const node: AskNode = async (method) => {
  await Promise.resolve()
  if (method === 'eth_getBlockByNumber') return { baseFeePerGas: toHex(10n * GWEI) }
  return toHex(method === 'eth_gasPrice' ? 11n * GWEI : GWEI)
}
const NOW = { maxFeePerGas: 21n * GWEI, maxPriorityFeePerGas: GWEI }
const refused = { code: 'smart.gas_beyond_bounds' }

it('An operation that waits is outbid for five minutes, and longer while a bundler has it', async () => {
  const { context, time, sign, bundler } = fakeWorld()
  const waiting = await sign(0n, { fee: 30n * GWEI })
  const fee = async () => (await readOperationFees(context, node, waiting)).maxFeePerGas
  expect(await fee()).toBe(33n * GWEI + 1n)
  time.now += 6 * 60_000
  expect(await readOperationFees(context, node, waiting)).toEqual(NOW)
  bundler.found = { receipts: [], isPending: true, unanswered: 0 }
  expect(await fee()).toBe(33n * GWEI + 1n)
})

it('A fee that is raised is at most ten times what the network asks for', async () => {
  const { context, time, sign } = fakeWorld()
  const spike = await sign(0n, { fee: 200n * GWEI })
  await expect(readOperationFees(context, node, spike)).rejects.toMatchObject(refused)
  // One that is lost and old forces nothing on the next one.
  time.now += 6 * 60_000
  expect(await readOperationFees(context, node, spike)).toEqual(NOW)
})

it('The operator sets what an operation may pay for each unit of gas', async () => {
  const { context, sign } = fakeWorld()
  const low = { ...context, maxFee: 20n * GWEI }
  await expect(readOperationFees(low, node, undefined)).rejects.toMatchObject(refused)
  const enough = { ...context, maxFee: 21n * GWEI }
  expect(await readOperationFees(enough, node, undefined)).toEqual(NOW)
  const waiting = await sign(0n, { fee: 21n * GWEI })
  await expect(readOperationFees(enough, node, waiting)).rejects.toMatchObject(refused)
  expect(DEFAULT_FRAME_LIMITS.operationFee).toBe(10_000)
})
