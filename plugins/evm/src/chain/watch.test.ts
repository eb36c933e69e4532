import type { Network, SubmissionStatus } from '@latchkey/plugin-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EvmContext } from './pendingTransactions.js'
import { MAX_PENDING_ANSWERS, watch } from './watch.js'

const network: Network = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'One',
  nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
  rpcUrls: ['https://one.test'],
}
const HASH = `0x${'1'.repeat(64)}`
const OTHER = `0x${'2'.repeat(64)}`
const FROM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let answers: Record<string, unknown> = {}
/** The content of the plugin's storage. */
let kept: unknown
beforeEach(() => {
  vi.useFakeTimers()
  kept = undefined
  answers = {
    eth_getTransactionReceipt: null,
    eth_getTransactionByHash: { hash: HASH, from: FROM, nonce: '0x5' },
    eth_getTransactionCount: '0x5',
    eth_blockNumber: '0x2',
  }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    if (!(method in answers)) throw new TypeError('Failed to fetch')
    const answer = answers[method]
    return new Response(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        result:
          typeof answer === 'function'
            ? (answer as (...params: unknown[]) => unknown)(...params)
            : answer,
      }),
    )
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const callsAnswer = (answer: unknown) =>
  ({
    connections: { request: () => Promise.resolve(answer) },
    storage: {
      get: () => kept,
      set: (_: string, value: unknown) => void (kept = value),
      remove: () => void (kept = undefined),
    },
  }) as unknown as EvmContext
async function follow({
  kind = 'transaction',
  ctx = callsAnswer(null),
  signal,
  each,
}: {
  kind?: string
  ctx?: EvmContext
  signal?: AbortSignal
  each?: (count: number) => void
} = {}): Promise<SubmissionStatus[]> {
  const seen: SubmissionStatus[] = []
  let isOver = false
  const run = (async () => {
    for await (const status of watch(ctx, { id: HASH, kind }, network, signal)) {
      seen.push(status)
      each?.(seen.length)
    }
    isOver = true
  })()
  for (let turn = 0; turn < 5_000 && !isOver; turn++) await vi.advanceTimersByTimeAsync(500)
  await run
  return seen
}

it('Watching a transaction stops after 99 pending answers [CONST-01]', async () => {
  const seen = await follow()
  expect(MAX_PENDING_ANSWERS).toBe(99)
  expect(seen).toHaveLength(99)
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['pending']))
})

it.each([
  ['0x1', 'success'],
  ['0x0', 'failed'],
])('A receipt of status %s ends the watch as %s', async (status, name) => {
  const seen = await follow({
    each: (count) => void (count === 2 && (answers['eth_getTransactionReceipt'] = { status })),
  })
  expect(seen).toEqual([
    { status: 'pending' },
    { status: 'pending' },
    { status: name, transaction: HASH },
  ])
})

const passedBy = (transactions: object[]) => (count: number) => {
  if (count === 1)
    answers = { ...answers, eth_getTransactionCount: '0x6', eth_getBlockByNumber: { transactions } }
}
it('A replaced transaction is reported with the hash of its replacement', async () => {
  const seen = await follow({
    each: passedBy([
      { hash: HASH, from: '0x01', nonce: '0x5' },
      { hash: OTHER, from: FROM.toLowerCase(), nonce: '0x5' },
    ]),
  })
  expect(seen.at(-1)).toEqual({ status: 'replaced', by: OTHER })
})
it('A transaction is reported as dropped where no block holds a transaction of its nonce', async () => {
  expect(
    (await follow({ each: passedBy([{ hash: OTHER, from: FROM, nonce: '0x4' }]) })).at(-1),
  ).toEqual({ status: 'dropped' })
})
/** Watches for one answer, as a page that the visitor closes then. */
const glance = async () => {
  const stop = new AbortController()
  await follow({ signal: stop.signal, each: () => stop.abort() })
}
it('A replacement is found after the page was closed, although the node forgot the transaction', async () => {
  await glance()
  const blocks: string[] = []
  answers = {
    ...answers,
    eth_getTransactionByHash: null,
    eth_blockNumber: '0x3e8',
    eth_getTransactionCount: (_: string, block: string) =>
      block === 'latest' || Number(block) >= 700 ? '0x6' : '0x5',
    eth_getBlockByNumber: (block: string) => {
      blocks.push(block)
      return { transactions: [{ hash: OTHER, from: FROM.toLowerCase(), nonce: '0x5' }] }
    },
  }
  expect((await follow()).at(-1)).toEqual({ status: 'replaced', by: OTHER })
  expect(blocks.map(Number)).toEqual([700])
  expect(kept).toBeUndefined()
})
it('A transaction is reported as dropped where the node has discarded the state of that time', async () => {
  await glance()
  answers = {
    ...answers,
    eth_getTransactionByHash: null,
    eth_blockNumber: '0x3e8',
    eth_getTransactionCount: (_: string, block: string) => (block === 'latest' ? '0x6' : null),
    eth_getBlockByNumber: { transactions: [] },
  }
  expect((await follow()).at(-1)).toEqual({ status: 'dropped' })
})
it('A transaction that the node never knew stays pending', async () => {
  answers = { ...answers, eth_getTransactionByHash: null, eth_getTransactionCount: '0x6' }
  expect((await follow()).at(-1)).toEqual({ status: 'pending' })
})
it.each([{}, { [`eip155:1:${HASH}`]: 7 }, { [`eip155:1:${HASH}`]: { from: 'x', nonce: {} } }])(
  'Watching takes nothing from a storage that holds %j',
  async (held) => {
    kept = held
    expect(
      (await follow({ each: passedBy([{ hash: OTHER, from: FROM, nonce: '0x5' }]) })).at(-1),
    ).toEqual({ status: 'replaced', by: OTHER })
  },
)
it('A watched transaction is stored first, by network, because the storage drops the last entries', async () => {
  kept = { [`eip155:1:${OTHER}`]: {}, [`eip155:2:${HASH}`]: {} }
  await glance()
  expect(Object.entries(kept as object)).toEqual([
    [`eip155:1:${HASH}`, { from: FROM, nonce: '0x5' }],
    [`eip155:1:${OTHER}`, {}],
    [`eip155:2:${HASH}`, {}],
  ])
})
it.each([
  { eth_getTransactionByHash: { from: 7, nonce: {} } },
  { eth_getTransactionByHash: 'x' },
  { eth_getTransactionCount: {} },
])('A transaction stays pending where a node answers %j', async (odd) => {
  answers = { ...answers, ...odd }
  expect((await follow()).length).toBe(MAX_PENDING_ANSWERS)
})
it.each([
  'x',
  { transactions: 'x' },
  { transactions: [null, 7, { from: 7 }, { from: FROM, nonce: '0x5', hash: {} }] },
])('A transaction is reported as dropped where a block is %j', async (block) => {
  expect(
    (
      await follow({
        each: (count) => {
          passedBy([])(count)
          if (count === 1) answers['eth_getBlockByNumber'] = block
        },
      })
    ).at(-1),
  ).toEqual({ status: 'dropped' })
})
it('A node that is ahead of the receipt does not make a transaction count as replaced', async () => {
  const seen = await follow({
    each: (count) => {
      passedBy([{ hash: OTHER, from: FROM, nonce: '0x5' }])(count)
      if (count === 2) answers['eth_getTransactionReceipt'] = { status: '0x1' }
    },
  })
  expect(seen.at(-1)).toEqual({ status: 'success', transaction: HASH })
})
it('Watching goes on until the node can be reached again', async () => {
  const before = answers
  answers = {}
  const seen = await follow({
    each: (count) =>
      void (count === 3 && (answers = { ...before, eth_getTransactionReceipt: { status: '0x1' } })),
  })
  expect(seen.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending', 'success'])
})
it('Watching ends silently when it is aborted', async () => {
  const stop = new AbortController()
  expect(await follow({ signal: stop.signal, each: () => stop.abort() })).toEqual([
    { status: 'pending' },
  ])
})

it.each<[unknown, SubmissionStatus]>([
  [
    { status: 200, receipts: [{ transactionHash: OTHER }] },
    { status: 'success', transaction: OTHER },
  ],
  [{ status: 400 }, { status: 'failed' }],
  [
    { status: 500, receipts: [{ transactionHash: OTHER }] },
    { status: 'failed', transaction: OTHER },
  ],
  [{ status: 200, receipts: 'x' }, { status: 'success' }],
])('Calls are followed to their end when the wallet answers %j', async (answer, status) => {
  expect(await follow({ kind: 'calls', ctx: callsAnswer(answer) })).toEqual([status])
})
it.each([null, {}, { status: 'x' }, { status: 100 }])(
  'Calls stay pending when the wallet answers %j',
  async (answer) => {
    expect((await follow({ kind: 'calls', ctx: callsAnswer(answer) })).length).toBe(
      MAX_PENDING_ANSWERS,
    )
  },
)
