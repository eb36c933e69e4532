import { expect, it, onTestFinished } from 'vitest'
import { encodeErrorResult, parseAbi } from 'viem/utils'
import { type Touched, entriesOf } from '../../src/follow/entries.js'
import { createNode } from '../../src/follow/node.js'
import { addReasons, reasonOf } from '../../src/follow/reasons.js'
import { readReceipt, readTx } from '../../src/follow/wire.js'
import { FakeChain, ME, startFakeNode, type Lies } from './fakeNode.js'

const SAYS = parseAbi([
  'error Error(string text)',
  'error Panic(uint256 number)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error Own(uint256 number)',
])
const says = (text: string) => encodeErrorResult({ abi: SAYS, errorName: 'Error', args: [text] })
const panic = (number: bigint) =>
  encodeErrorResult({ abi: SAYS, errorName: 'Panic', args: [number] })
const told = (data: unknown, message = 'execution reverted') => reasonOf({ message, data })

it('Words, panics and errors of the token standards are read, however nodes wrap them', () => {
  const poor = encodeErrorResult({
    abi: SAYS,
    errorName: 'ERC20InsufficientBalance',
    args: [ME as `0x${string}`, 1n, 2n],
  })
  expect([
    told(says('K: too little')),
    told(`Reverted ${says('K')}`),
    told({ data: { data: says('K') } }),
    told(panic(0x11n)),
    told(poor),
    told(undefined, 'out of gas: gas required exceeds: 21000'),
  ]).toEqual([
    'K: too little',
    'K',
    'K',
    'arithmetic overflow',
    'ERC20InsufficientBalance',
    'out of gas',
  ])
})

it('A reason is one line of at most 200 letters; what cannot be read is none', () => {
  expect(told(says('a\n\u202eb\u0000 c'))).toBe('a b c')
  expect(told(says('x'.repeat(1_000)))).toHaveLength(200)
  const own = encodeErrorResult({ abi: SAYS, errorName: 'Own', args: [1n] })
  for (const data of [own, '0x', '0x08c379a0', says(''), panic(0x99n), says('x'.repeat(9_000)), 7])
    expect(told(data)).toBeUndefined()
  expect(told(null, 'missing trie node')).toBeUndefined()
})

const YES = readReceipt({
  transactionHash: `0x${'1'.repeat(64)}`,
  blockHash: `0x${'2'.repeat(64)}`,
  gasUsed: '0x1',
  status: '0x0',
})
/** Failed transactions of so many blocks, replayed at a node. */
async function replayed(count: number, lies: Lies, sender = ME) {
  const chain = new FakeChain(count)
  const server = await startFakeNode(chain, lies)
  onTestFinished(() => server.close())
  const list = Array.from({ length: count }, (_, at): Touched => {
    const tx = readTx((chain.block(at + 1, true)!.transactions as unknown[])[0])
    const header = { number: at + 1, hash: '', parent: '', at: 0 }
    return { header, index: 0, tx, logs: [], receipt: { ...YES, txHash: tx.hash } }
  })
  const node = createNode(server.url)
  const who = { has: (account: string) => account === sender, names: [sender] }
  await addReasons(node, list, who)
  return { list, calls: server.calls, node, who }
}
/** Answers each replay with an error that has these bytes. */
const undo =
  (data: string): NonNullable<Lies['response']> =>
  (calls, response) => {
    if (calls[0]?.method !== 'eth_call') return false
    const error = { code: 3, message: 'execution reverted', data }
    response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))))
    return true
  }

it('A failed transaction is replayed on the state of its block, and its entry has the reason', async () => {
  const params: unknown[] = []
  const { list, who } = await replayed(1, {
    response: (calls, response) => {
      if (calls[0]?.method === 'eth_call') params.push(...calls[0].params)
      return undo(says('too late'))(calls, response)
    },
  })
  expect(params).toMatchObject([{ from: ME, data: '0xa9059cbb' }, '0x1'])
  expect(entriesOf(list[0]!, who)[0]?.body).toMatchObject({ status: 'failed', reason: 'too late' })
})

it('Twenty of a window are replayed at most, and none of accounts that nobody follows', async () => {
  const { list, calls } = await replayed(25, { response: undo(says('K')) })
  expect(list.filter(({ reason }) => reason === 'K')).toHaveLength(20)
  expect(calls.filter((method) => method === 'eth_call')).toHaveLength(20)
  const other = await replayed(1, { response: undo(says('K')) }, `0x${'d4'.repeat(20)}`)
  expect(other.calls).toEqual([])
})

it.each<[string, Lies]>([
  [
    'says that nothing failed',
    { result: (method, result) => (method === 'eth_call' ? '0x' : result) },
  ],
  [
    'answers no list',
    { response: (calls, response) => calls[0]?.method === 'eth_call' && !!response.end('{}') },
  ],
  [
    'answers no JSON',
    { response: (calls, response) => calls[0]?.method === 'eth_call' && !!response.end('<') },
  ],
  [
    'knows no transaction',
    { result: (method, result) => (method === 'eth_getTransactionByHash' ? null : result) },
  ],
])('A node that %s leaves a transaction without a reason', async (_, lies) => {
  const { list, who } = await replayed(1, lies)
  expect(entriesOf(list[0]!, who)[0]?.body).not.toHaveProperty('reason')
})

it('A node that cannot replay is not asked again', async () => {
  const { list, node, who, calls } = await replayed(1, {
    response: (asked, response) => asked[0]?.method === 'eth_call' && !!response.end('{}'),
  })
  await addReasons(node, list, who)
  expect(calls.filter((method) => method === 'eth_call')).toHaveLength(1)
})
