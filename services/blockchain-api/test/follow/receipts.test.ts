import { expect, it } from 'vitest'
import { type Touched } from '../../src/follow/entries.js'
import { NodeError, faultOf } from '../../src/follow/errors.js'
import { type Call, type Node } from '../../src/follow/node.js'
import { addReceipts } from '../../src/follow/receipts.js'
import { readTx } from '../../src/follow/wire.js'

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const address = `0x${'a1'.repeat(20)}`
const header = (number: number) => ({
  number,
  hash: word(number),
  parent: word(number - 1),
  at: number,
})
const touched = (number: number, count: number): Touched[] =>
  Array.from({ length: count }, (_, index) => ({
    header: header(number),
    index,
    tx: readTx({
      hash: word(number * 1000 + index),
      from: address,
      to: address,
      value: '0x0',
      nonce: '0x0',
      input: '0x',
    }),
    logs: [],
  }))
const receipt = (hash: string, number: number) => ({
  transactionHash: hash,
  blockHash: word(number),
  status: '0x1',
  gasUsed: '0x1',
})

/** A node that knows 20 transactions of block 1 and 2 of block 2. */
const startNode = (answer: (call: Call) => unknown) => {
  const calls: string[] = []
  const node: Node = {
    name: 'fake',
    lacks: new Set(),
    refusals: async () => [],
    ask: async (asked) =>
      asked.map((call) => {
        calls.push(call[0])
        const [method, param] = call
        if (method !== 'eth_getTransactionReceipt') return answer(call)
        return receipt(String(param), Math.floor(Number(param) / 1000))
      }),
  }
  return { node, calls }
}
const all = () => [...touched(1, 20), ...touched(2, 2)]
const receiptsOf = (list: readonly Touched[]) => list.map(({ receipt: of }) => of?.txHash)
const hashesOf = (list: readonly Touched[]) => list.map(({ tx }) => tx.hash)

it('The receipts of a block with many transactions are asked for at once, those of others one by one', async () => {
  const list = all()
  const whole = touched(1, 30).map(({ tx }) => receipt(tx.hash, 1))
  const { node, calls } = startNode(() => whole)
  await addReceipts(node, list)
  expect(receiptsOf(list)).toEqual(hashesOf(list))
  expect(calls).toEqual([
    'eth_getBlockReceipts',
    'eth_getTransactionReceipt',
    'eth_getTransactionReceipt',
  ])
})

it('A node that cannot do so is asked one by one, and not again for whole blocks', async () => {
  const { node, calls } = startNode(() => {
    throw new NodeError('node.failed', 'no such method')
  })
  for (const list of [all(), all()]) {
    await addReceipts(node, list)
    expect(receiptsOf(list)).toEqual(hashesOf(list))
  }
  expect(calls.filter((method) => method === 'eth_getBlockReceipts')).toHaveLength(1)
})

it('Receipts that a node left out of a block are asked for, and those of another block are refused', async () => {
  const list = all()
  const { node } = startNode(() => [])
  await addReceipts(node, list)
  expect(receiptsOf(list)).toEqual(hashesOf(list))
  const other = startNode(() => touched(1, 20).map(({ tx }) => receipt(tx.hash, 7)))
  const added = addReceipts(other.node, all())
  await expect(added).rejects.toSatisfy((error) => faultOf(error) === 'node.malformed')
})

it('Of a single block receipts are asked for in batches that become smaller, of several blocks not', async () => {
  const { node } = startNode(() => [])
  const sizes: number[] = []
  const { ask } = node
  node.ask = (calls, size = 100) => {
    sizes.push(size)
    return Math.min(size, calls.length) > 20 || calls[0]?.[0] === 'eth_getBlockReceipts'
      ? Promise.reject(new NodeError('node.too_much', 'too many'))
      : ask(calls, size)
  }
  const one = touched(1, 200)
  await addReceipts(node, one)
  expect(receiptsOf(one)).toEqual(hashesOf(one))
  expect(sizes).toEqual([8, 100, 50, 25, 12])
  const two = addReceipts(node, [...touched(1, 200), ...touched(2, 200)])
  await expect(two).rejects.toSatisfy((error) => faultOf(error) === 'node.too_much')
})
