import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FollowOptions, Follower } from '../../src/follow/follower.js'
import { runFollowers } from '../../src/follow/run.js'
import { openStore } from '../../src/store/openStore.js'
import { FakeChain, type Lies, ME, startFakeNode } from './fakeNode.js'
import { stepUntil } from './steps.js'

const CHAIN = 'eip155:31337'
const TIMEOUT_MS = 15_000

describe('a follower and a node that does not answer', () => {
  let chain: FakeChain
  let store: Awaited<ReturnType<typeof openStore>>
  const ending: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    // Time passes only where a node lets it pass: no answer is late because a machine is slow.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    chain = new FakeChain(40)
    store = await openStore()
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const end of ending.splice(0).reverse()) await end()
    await store.close()
  })

  const serve = async (lies?: Lies) => {
    const node = await startFakeNode(chain, lies)
    ending.push(node.close)
    return node
  }
  const follow = (urls: readonly string[], options: Partial<FollowOptions> = {}): Follower => {
    const all = { chain: CHAIN, urls, everything: true, pollMs: 10, ...options }
    const one = new Follower(store, all)
    ending.push(() => one.close())
    return one
  }
  /** Never answers what is asked for, and lets the time pass after which it is given up. */
  const hanging = (isIt: (method: string) => boolean = () => true): Lies => ({
    response: (calls) => {
      const hangs = calls.some(({ method }) => isIt(method))
      if (hangs) vi.advanceTimersByTime(TIMEOUT_MS)
      return hangs
    },
  })
  const isWhole = async (top: number) => {
    const rows = await store.history.page({ account: `${CHAIN}:${ME}`, chain: CHAIN, limit: 100 })
    expect(rows.map(({ block }) => block)).toEqual(Array.from({ length: top }, (_, at) => top - at))
  }

  it('After one time-out the next node is asked, and the chain is followed without the first', async () => {
    const [hung, good] = [await serve(hanging()), await serve()]
    const follower = follow([hung.url, good.url])
    await stepUntil(follower, ({ top }) => top === 40, 20)
    expect(hung.calls).toEqual(['eth_chainId', 'eth_getBlockByNumber'])
    expect(follower.health().state).toBe('following')
    await isWhole(40)
  })

  it('Where both nodes have timed out, the one that is well again is asked', async () => {
    const first = await serve(hanging())
    const second = await serve()
    const follower = follow([first.url, second.url])
    await stepUntil(follower, ({ top }) => top === 40, 20)
    first.lies = {}
    second.lies = hanging()
    chain.head = 45
    await stepUntil(follower, ({ top }) => top === 45, 20)
    await isWhole(45)
  })

  it('A head that does not come leaves windows as large as they were, and health says it', async () => {
    const node = await serve()
    const follower = follow([node.url])
    await stepUntil(follower, ({ top }) => top === 40, 20)
    node.lies = hanging()
    for (let at = 0; at < 8; at += 1) await follower.step()
    expect(follower.health()).toMatchObject({ state: 'timed_out', top: 40 })
    node.lies = {}
    chain.head = 80
    const { windows } = follower.health()
    await stepUntil(follower, ({ top }) => top === 80, 4)
    expect(follower.health()).toMatchObject({ state: 'following', windows: windows + 1 })
    await isWhole(80)
  })

  it('Windows that come too late are made smaller until they come', async () => {
    const node = await serve({
      response: (calls) => {
        const late = calls.filter(({ method }) => method === 'eth_getLogs').length > 1
        if (late) vi.advanceTimersByTime(TIMEOUT_MS)
        return late
      },
    })
    const follower = follow([node.url])
    await stepUntil(follower, ({ top }) => top === 40, 300)
    await isWhole(40)
  })

  it('One that is to stop does not wait for the answer of a node', async () => {
    const stop = new AbortController()
    const node = await serve({
      response: () => {
        stop.abort()
        return true
      },
    })
    const reports: string[] = []
    const chains = [{ chain: CHAIN, urls: [node.url] }]
    await runFollowers(store, chains, stop.signal, ({ error }) => error && reports.push(error))
    expect(node.calls).toEqual(['eth_chainId', 'eth_getBlockByNumber'])
    expect(reports).toEqual([])
    const lease = await store.lease(CHAIN)
    expect(lease).toBeDefined()
    await lease?.release()
  })

  it('One that has nothing to wait for still hears that it is to stop', async () => {
    const stop = new AbortController()
    let asked = 0
    const busy = {
      ...store,
      lease: () => {
        asked += 1
        if (asked === 1) setImmediate(() => stop.abort())
        if (asked === 10_000) stop.abort()
        return Promise.resolve(undefined)
      },
    }
    const chains = [{ chain: CHAIN, urls: ['http://127.0.0.1:1'], pollMs: 0 }]
    await runFollowers(busy, chains, stop.signal, () => undefined)
    expect(asked).toBeLessThan(10)
  })
})
