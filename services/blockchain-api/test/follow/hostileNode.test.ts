import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FollowOptions, Follower } from '../../src/follow/follower.js'
import { readEntry } from '../../src/store/entryText.js'
import { openStore } from '../../src/store/openStore.js'
import { FakeChain, ME, YOU, startFakeNode, type Lies } from './fakeNode.js'

const CHAIN = 'eip155:31337'
type Json = Record<string, unknown>

describe('a follower and a hostile node', () => {
  let chain: FakeChain
  let store: Awaited<ReturnType<typeof openStore>>
  const ending: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    chain = new FakeChain(40)
    store = await openStore()
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const end of ending.splice(0).reverse()) await end()
    await store.close()
  })

  const serve = async (lies?: Lies, served = chain) => {
    const node = await startFakeNode(served, lies)
    ending.push(node.close)
    return node
  }
  const follow = (urls: readonly string[], options: Partial<FollowOptions> = {}): Follower => {
    const one = new Follower(store, {
      chain: CHAIN,
      urls,
      everything: true,
      pollMs: 1,
      ...options,
    })
    ending.push(one.close.bind(one))
    return one
  }
  const steps = async (follower: Follower, count: number) => {
    for (let at = 0; at < count; at += 1) await follower.step()
  }
  const rows = async () => {
    const query = { account: `${CHAIN}:${ME}`, chain: CHAIN, limit: 1000 }
    return (await store.history.page(query)).map(readEntry)
  }
  /** Everything that is kept lies on one chain, and is whole up to the top. */
  const isWhole = async (served = chain) => {
    const state = await store.state(CHAIN)
    const kept = await rows()
    const top = state?.top.number ?? 0
    expect(kept.map(({ block }) => Number(block))).toEqual(
      Array.from({ length: top }, (_, at) => top - at),
    )
    for (const { block, hash, body } of kept) {
      expect(hash).toBe(served.tx(Number(block)))
      expect(body.transfers[0]?.amount).toBe(String(block))
    }
    if (state) expect(state.top.hash).toBe(served.hash(top))
    return top
  }

  const change = (wanted: string, patch: (value: Json) => unknown): Lies => ({
    result: (method, result) => {
      if (method !== wanted || result === null) return result
      return Array.isArray(result) ? result.map((one: Json) => patch(one)) : patch(result as Json)
    },
  })
  const inBlocks = (patch: (value: Json) => Json): Lies =>
    change('eth_getBlockByNumber', (block) => (Number(block.number) > 20 ? patch(block) : block))
  const inLogs = (patch: (value: Json) => Json): Lies =>
    change('eth_getLogs', (log) => (Number(log.blockNumber) > 20 ? patch(log) : log))
  const huge = `0x1${'0'.repeat(64)}`
  const other = `0x${'e'.repeat(64)}`

  it.each<[string, Lies]>([
    ['a wrong parent', inBlocks((block) => ({ ...block, parentHash: other }))],
    [
      'a block with the number of another',
      inBlocks((block) =>
        typeof (block.transactions as unknown[])[0] === 'string'
          ? block
          : { ...block, number: '0x5' },
      ),
    ],
    ['a block with a time of 2^256', inBlocks((block) => ({ ...block, timestamp: huge }))],
    [
      'a block after the year 9999',
      inBlocks((block) => ({ ...block, timestamp: '0x10000000000000' })),
    ],
    ['a block without transactions', inBlocks(({ transactions: _, ...block }) => block)],
    [
      'a transaction with a value of 2^256',
      inBlocks((block) => ({
        ...block,
        transactions: (block.transactions as (Json | string)[]).map((tx) =>
          typeof tx === 'string' ? tx : { ...tx, value: huge },
        ),
      })),
    ],
    ['logs of another block hash', inLogs((log) => ({ ...log, blockHash: other }))],
    ['logs of blocks that were not asked for', inLogs((log) => ({ ...log, blockNumber: '0x2' }))],
    ['logs of transactions of other blocks', inLogs((log) => ({ ...log, transactionHash: other }))],
    [
      'logs with an address of 10 kB',
      inLogs((log) => ({ ...log, address: `0x${'a'.repeat(10_000)}` })),
    ],
    ['logs that were removed', inLogs((log) => ({ ...log, removed: true }))],
    ['a log index beyond 2^53', inLogs((log) => ({ ...log, logIndex: '0xffffffffffffff' }))],
    [
      'receipts of another block',
      change('eth_getTransactionReceipt', (receipt) => ({ ...receipt, blockHash: other })),
    ],
    ['receipts that are null', change('eth_getTransactionReceipt', () => null)],
    ['HTML', { response: (_, response) => Boolean(response.end('<html>')) }],
    ['HTTP 500', { response: (_, response) => Boolean(response.writeHead(500).end('[]')) }],
    ['a list without results', { response: (_, response) => Boolean(response.end('[{}]')) }],
    ['null', { response: (_, response) => Boolean(response.end('null')) }],
    [
      'a redirect',
      {
        response: (_, response) =>
          Boolean(response.writeHead(302, { location: 'http://127.0.0.1:1' }).end()),
      },
    ],
    ['a connection that ends', { response: (_, response) => Boolean(response.destroy()) }],
  ])(
    'Nothing false is kept of a node that answers %s, and all of it once it is honest',
    async (_, lies) => {
      const node = await serve(lies)
      const follower = follow([node.url])
      await steps(follower, 15)
      expect(await isWhole()).toBeLessThan(40)
      expect(follower.health().state).toBe('failing')
      node.lies = {}
      await steps(follower, 10)
      expect(await isWhole()).toBe(40)
      expect(follower.health()).toMatchObject({ state: 'following', top: 40 })
    },
  )

  it('A chain that is reorganised between all calls of a window leaves no mixture', async () => {
    let turns = 0
    const node = await serve({
      result: (method, result) => {
        // Depths from 1 to 39 in a fixed order: before most looks, and within every second window.
        const now = method === 'eth_chainId' ? turns % 4 !== 3 : method === 'eth_getLogs'
        if (now && turns < 60) chain.reorganise(39 - ((turns * 7) % 39))
        if (now || method === 'eth_chainId') turns += 1
        return result
      },
    })
    const follower = follow([node.url])
    for (let at = 0; at < 200; at += 1) {
      await follower.step()
      const kept = await rows()
      const top = (await store.state(CHAIN))?.top.number ?? 0
      expect(kept.map(({ block }) => Number(block))).toEqual(
        Array.from({ length: top }, (_, n) => top - n),
      )
    }
    expect(turns).toBeGreaterThan(60)
    expect(await isWhole()).toBe(40)
  })

  it('A million logs are not read to their end, and the window is made smaller', async () => {
    let sent = 0
    const [log] = new FakeChain(1).logs({})
    const part = `${JSON.stringify(log)},`.repeat(1_000)
    const flood: Lies = {
      response: (calls, response) => {
        if (calls[0]?.method !== 'eth_getLogs') return false
        response.write(`[{"jsonrpc":"2.0","id":0,"result":[`)
        let parts = 0
        const more = () => {
          while (parts < 1_000 && !response.destroyed) {
            parts += 1
            sent += part.length
            if (!response.write(part)) return void response.once('drain', more)
          }
          response.end(`${JSON.stringify(log)}]}]`)
        }
        more()
        return true
      },
    }
    // The length ends the answer, not the time that a slow machine takes for it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const node = await serve(flood)
    const follower = follow([node.url])
    await follower.step()
    expect(sent).toBeLessThan(100 << 20)
    expect(sent).toBeGreaterThan(60 << 20)
    expect(await isWhole()).toBe(0)
    node.lies = {}
    await steps(follower, 20)
    expect(await isWhole()).toBe(40)
  })

  it('A block with more logs than a window may have is passed', async () => {
    const node = await serve({
      result: (method, result) =>
        method === 'eth_getLogs'
          ? (result as Json[]).flatMap((log) =>
              Number(log.blockNumber) === 3
                ? Array.from({ length: 20_001 }, (_, at) => ({
                    ...log,
                    logIndex: `0x${at.toString(16)}`,
                  }))
                : [log],
            )
          : result,
    })
    const follower = follow([node.url])
    await steps(follower, 30)
    expect(await isWhole()).toBe(40)
  })

  it('A failure of the store is told as failing until the next good step', async () => {
    const node = await serve()
    const follower = follow([node.url])
    await steps(follower, 3)
    const { commit, followed } = store
    const broken = () => Promise.reject(new Error('the disk is full'))
    Object.assign(store, { commit: broken, followed: broken })
    chain.reorganise(0)
    await expect(follower.step()).rejects.toThrow('the disk is full')
    expect(follower.health().state).toBe('failing')
    Object.assign(store, { commit, followed })
    await steps(follower, 20)
    expect(follower.health().state).toBe('following')
  })

  it.each([
    ['query returned more than 10000 results'],
    ['eth_getLogs is limited to a 3 block range'],
    ['request timed out'],
  ])('A window shrinks until the node no longer says "%s"', async (words) => {
    const node = await serve({
      result: (method, result) =>
        method === 'eth_getLogs' && (result as unknown[]).length > 3 ? new Error(words) : result,
    })
    const follower = follow([node.url])
    await steps(follower, 80)
    expect(await isWhole()).toBe(40)
  })

  it('HTTP 429 makes windows smaller and goes on', async () => {
    let refused = 0
    const node = await serve({
      response: (calls, response) => {
        if (calls.length < 4 || refused >= 3) return false
        refused += 1
        return Boolean(response.writeHead(429).end())
      },
    })
    const follower = follow([node.url])
    await steps(follower, 40)
    expect(refused).toBe(3)
    expect(await isWhole()).toBe(40)
  })

  it('The next node is asked after a failure, and one that is behind is not believed', async () => {
    const broken = await serve({
      response: (_, response) => Boolean(response.writeHead(500).end()),
    })
    const good = await serve()
    const follower = follow([broken.url, good.url])
    await steps(follower, 10)
    expect(await isWhole()).toBe(40)

    const late = new FakeChain(30)
    late.reorganise(10)
    const slow = await serve({}, late)
    const second = new Follower(store, {
      chain: CHAIN,
      urls: [slow.url],
      everything: true,
      pollMs: 1,
    })
    await follower.close()
    await steps(second, 5)
    expect(second.health()).toMatchObject({ state: 'behind', top: 40, head: 30 })
    expect(await isWhole()).toBe(40)
    await second.close()
  })

  it('A node of another chain id, or of another chain with the same id, is not believed', async () => {
    const node = await serve()
    const follower = follow([node.url])
    await steps(follower, 10)
    node.lies = { result: (method, result) => (method === 'eth_chainId' ? '0x1' : result) }
    await steps(follower, 3)
    expect(follower.health().state).toBe('other_chain')
    expect(await isWhole()).toBe(40)

    const begunAnew = new FakeChain(50)
    begunAnew.reorganise(-1)
    const other = await serve({}, begunAnew)
    await follower.close()
    const second = follow([other.url])
    await steps(second, 5)
    expect(second.health().state).toBe('other_chain')
    expect(await isWhole()).toBe(40)
  })

  it('One follower works on a chain, and another takes over where the first has ended', async () => {
    const node = await serve()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-lease-'))
    ending.push(() => rm(folder, { recursive: true }))
    const file = join(folder, 'api.db')
    const [one, two] = [await openStore({ file }), await openStore({ file })]
    const options = { chain: CHAIN, urls: [node.url], everything: true, pollMs: 1 }
    const [a, b] = [new Follower(one, options), new Follower(two, options)]
    await steps(a, 2)
    await steps(b, 2)
    expect([a.health().state, b.health().state]).toEqual(['following', 'waiting'])
    await a.close()
    await steps(b, 10)
    expect(b.health()).toMatchObject({ state: 'following', top: 40 })
    await b.close()
    await one.close()
    await two.close()
  })

  it('Old logs are read backwards in windows, also while the node refuses large ones', async () => {
    const node = await serve({
      result: (method, result) =>
        method === 'eth_getLogs' && (result as unknown[]).length > 5
          ? new Error('too many results')
          : result,
    })
    const follower = follow([node.url], { everything: false, backfillFrom: 7 })
    await steps(follower, 3)
    await store.watched.ask(`${CHAIN}:${YOU}`, CHAIN, Date.now())
    await steps(follower, 40)
    const page = await store.history.page({ account: `${CHAIN}:${YOU}`, chain: CHAIN, limit: 100 })
    expect(page.map(({ block }) => Number(block))).toEqual(
      Array.from({ length: 34 }, (_, at) => 40 - at),
    )
    expect(readEntry(page[0]!).body).toMatchObject({
      operationType: 'receive',
      transfers: [{ direction: 'in', amount: '40' }],
    })
    expect(follower.health().filling).toBe(0)
    expect(await rows()).toEqual([])
  })

  it('Where everything was kept before, an account that is asked for gets what is missing', async () => {
    const node = await serve()
    const before = follow([node.url])
    await steps(before, 10)
    expect(await isWhole()).toBe(40)
    await before.close()
    chain.head = 50
    const follower = follow([node.url], { everything: false })
    await steps(follower, 6)
    expect(follower.health()).toMatchObject({ state: 'following', top: 50 })
    await store.watched.ask(`${CHAIN}:${ME}`, CHAIN, Date.now())
    chain.head = 55
    await steps(follower, 10)
    expect(follower.health()).toMatchObject({ state: 'following', filling: 0 })
    expect(await isWhole()).toBe(55)
  })

  it('A node that lies about old blocks cannot hold up new ones', async () => {
    const node = await serve(inBlocks((block) => block))
    const follower = follow([node.url], { everything: false })
    await steps(follower, 3)
    await store.watched.ask(`${CHAIN}:${YOU}`, CHAIN, Date.now())
    node.lies = change('eth_getTransactionByHash', () => null)
    await steps(follower, 5)
    chain.head = 45
    await steps(follower, 5)
    const page = await store.history.page({ account: `${CHAIN}:${YOU}`, chain: CHAIN, limit: 100 })
    expect(page.map(({ block }) => Number(block))).toEqual([45, 44, 43, 42, 41])
  })

  it('An account that nobody asked for in time is forgotten', async () => {
    const node = await serve()
    await store.begin(CHAIN, chain.hash(0), {
      number: 0,
      hash: chain.hash(0),
      parent: chain.hash(-1),
      at: 0,
    })
    await store.watched.ask(`${CHAIN}:${YOU}`, CHAIN, Date.now() - 1000)
    await store.watched.ask(`${CHAIN}:${ME}`, CHAIN, Date.now() + 60_000)
    const follower = follow([node.url], { everything: false, forgetAfterMs: 500 })
    await steps(follower, 10)
    expect(await rows()).toHaveLength(40)
    expect(
      await store.history.page({ account: `${CHAIN}:${YOU}`, chain: CHAIN, limit: 9 }),
    ).toEqual([])
    expect((await store.followed(CHAIN)).map(({ account }) => account)).toEqual([ME])
  })
})
