import { afterEach, expect, it, vi } from 'vitest'
import { pad, toHex, type Hex } from 'viem'
import { startFakeNode, word, type Contract } from './fakeNode.js'
import { ALICE, BOB, CHAIN, TOKEN, advanceUntil, chain, startTestApi } from './harness.js'

const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const path = `/v1/account/${ALICE}/approvals?chainId=${CHAIN}`

const ending: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ending.splice(0)) await end()
})

/** Allows everybody so much. It has no name. */
const allowing =
  (amount: bigint): Contract =>
  (data) => {
    if (!data.startsWith('0xdd62ed3e')) throw new Error('execution reverted')
    return word(amount)
  }
const addressOf = (number: number): Hex => pad(toHex(number), { size: 20 })
const approval = (spender: string, token: string = TOKEN, extra: object = {}) => ({
  address: token,
  topics: [APPROVAL, pad(ALICE.toLowerCase() as Hex), pad(spender.toLowerCase() as Hex)],
  data: word(5n),
  ...extra,
})

interface Filter {
  fromBlock: Hex
  toBlock: string
}
/** No time is over while this machine is slow. */
const stopClock = (): unknown =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

/** A node whose logs are made by the range that it is asked for. */
async function start(
  logsOf: (from: number, to: number) => unknown,
  { head = 10_000, contracts = { [TOKEN.toLowerCase()]: allowing(5n) } } = {},
) {
  const node = await startFakeNode(contracts)
  ending.push(node.close)
  node.state.head = head
  const asked: [number, number][] = []
  node.state.answer = (method, params) => {
    if (method === 'eth_getBlockByNumber') return { hash: word(BigInt(params[0] as Hex)) }
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock } = params[0] as Filter
    const [from, to] = [Number(fromBlock), toBlock === 'latest' ? head : Number(toBlock)]
    asked.push([from, to])
    return logsOf(from, to)
  }
  return { node, asked, api: await startTestApi({ chains: [chain(node.url)] }) }
}

it('A node that refuses long ranges is read to the first block in short ones, and no block is left out', async () => {
  const read = new Set<number>()
  const { api } = await start((from, to) => {
    if (to - from > 1_000) throw new Error('too many blocks')
    for (let number = from; number <= to; number += 1) read.add(number)
    return from <= 17 && to >= 17 ? [approval(BOB)] : []
  })
  let body
  do body = (await api.get(path)).body
  while (!body.complete)
  expect(body.data).toMatchObject([{ kind: 'amount', quantity: { numeric: '5', decimals: null } }])
  expect(read.size).toBe(10_001)
})

it('Old logs are read once; after that only what is new, and what is near the head', async () => {
  const { api, asked } = await start(() => [approval(BOB)])
  await api.get(path)
  asked.length = 0
  expect((await api.get(path)).body.data).toHaveLength(1)
  expect(asked).toEqual([[9_936, 10_000]])
})

it('While old logs are not there yet, the newest rights are told, and that there may be more', async () => {
  const { api } = await start((from) => (from < 9_000 ? new Promise(() => {}) : [approval(BOB)]))
  stopClock()
  const { body } = await advanceUntil(api.get(path))
  expect(body).toMatchObject({ complete: false, data: [{ spender: `${CHAIN}:${BOB}` }] })
})

it('A token that tells of very many approvals takes the place of no other', async () => {
  const noise = Array.from({ length: 9_999 }, (_, at) => approval(addressOf(at + 1)))
  const other = addressOf(0xabc)
  const { api } = await start((from) => (from > 0 ? [] : [...noise, approval(BOB, other)]), {
    contracts: { [TOKEN.toLowerCase()]: allowing(5n), [other]: allowing(7n) },
  })
  stopClock()
  const rights: { token: string }[] = []
  let cursor = ''
  do {
    const { body } = await api.get(`${path}${cursor}`)
    expect(body.complete).toBe(false)
    rights.push(...body.data)
    cursor = body.next && `&cursor=${body.next}`
  } while (cursor)
  expect(rights.filter(({ token }) => token === `${CHAIN}:${TOKEN}`)).toHaveLength(200)
  expect(rights).toHaveLength(201)
})

it('Pages have every right once', async () => {
  const tokens = Array.from({ length: 30 }, (_, at) => addressOf(0x1000 + at))
  const logs = tokens.flatMap((token) =>
    Array.from({ length: 15 }, (_, at) => approval(addressOf(at + 1), token)),
  )
  const contracts = Object.fromEntries(tokens.map((token) => [token, allowing(1n)]))
  const { api } = await start((from) => (from > 0 ? [] : logs), { contracts })
  stopClock()
  const first = (await api.get(path)).body
  const second = (await api.get(`${path}&cursor=${first.next}`)).body
  const third = (await api.get(`${path}&cursor=${second.next}`)).body
  expect([first, second, third].map(({ data }) => data.length)).toEqual([200, 200, 50])
  expect(third.next).toBeNull()
  const all = [first, second, third].flatMap(({ data }) => data)
  expect(new Set(all.map((one) => `${one.token} ${one.spender}`)).size).toBe(450)
})

it('Events of another shape give no right, and a hostile list of logs is a failure of the node', async () => {
  let answer: unknown = [
    approval(BOB, TOKEN, { data: '0x' }),
    approval(BOB, TOKEN, { topics: [APPROVAL, pad(ALICE.toLowerCase() as Hex)] }),
    approval(BOB, TOKEN, {
      topics: [APPROVAL, pad(ALICE.toLowerCase() as Hex), `0x${'ff'.repeat(32)}`],
    }),
  ]
  const { api } = await start(() => answer)
  expect((await api.get(path)).body).toMatchObject({ data: [], complete: true })
  for (const wrong of ['x', [{ address: '0x1' }], [null], { length: 9 }]) {
    answer = wrong
    expect((await api.get(path)).status).toBe(503)
  }
})

it('A token that is not answered for now is not taken for one without rights', async () => {
  const { api, node } = await start(() => [approval(BOB)])
  const before = node.state.answer!
  node.state.answer = (method, params) => {
    if (method === 'eth_call') throw new Error('busy')
    return before(method, params)
  }
  expect((await api.get(path)).body).toMatchObject({ data: [], complete: false })
})

it('On a chain without a source of approvals the field is named', async () => {
  const id = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const api = await startTestApi({ chains: [chain(undefined, { id })] })
  const { status, body } = await api.get(`/v1/account/${'1'.repeat(32)}/approvals?chainId=${id}`)
  expect(status).toBe(400)
  expect(body.reasons[0].name).toBe('chainId')
})
