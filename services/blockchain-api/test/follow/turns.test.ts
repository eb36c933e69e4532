import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FollowOptions, Follower } from '../../src/follow/follower.js'
import { openStore } from '../../src/store/openStore.js'
import { FakeChain, type Lies, ME, YOU, startFakeNode } from './fakeNode.js'
import { stepUntil } from './steps.js'

const CHAIN = 'eip155:31337'
const QUIET = `0x${'d4'.repeat(20)}`
interface Filter {
  fromBlock?: string
  toBlock?: string
  blockHash?: string
  topics: unknown[][]
}

describe('a follower of asked-for accounts', () => {
  let chain: FakeChain
  let store: Awaited<ReturnType<typeof openStore>>
  const ending: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    chain = new FakeChain(400)
    store = await openStore()
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const end of ending.splice(0).reverse()) await end()
    await store.close()
  })

  const start = async (lies: Lies, options: Partial<FollowOptions> = {}) => {
    const node = await startFakeNode(chain, lies)
    const follower = new Follower(store, {
      chain: CHAIN,
      urls: [node.url],
      pollMs: 1,
      ...options,
    })
    ending.push(node.close, () => follower.close())
    return { node, follower }
  }
  const steps = async (follower: Follower, count: number) => {
    for (let at = 0; at < count; at += 1) await follower.step()
  }
  const ask = (account: string) => store.watched.ask(`${CHAIN}:${account}`, CHAIN, Date.now())
  const blocksOf = async (account: string) =>
    (await store.history.page({ account: `${CHAIN}:${account}`, chain: CHAIN, limit: 1000 })).map(
      ({ block }) => block,
    )
  const doneOf = async (account: string) =>
    (await store.followed(CHAIN)).find((row) => row.account === account)?.done

  it('An account whose old logs come block by block does not hold up those that were asked for with it', async () => {
    const { follower } = await start({
      result: (method, result, [filter]) => {
        if (method !== 'eth_getLogs') return result
        const { fromBlock, toBlock, topics } = filter as Filter
        const isBusy = JSON.stringify(topics).includes(YOU.slice(2))
        return isBusy && fromBlock !== toBlock ? new Error('too many results') : result
      },
    })
    await follower.step()
    await Promise.all([ask(YOU), ask(QUIET)])
    await steps(follower, 60)
    expect(await doneOf(QUIET)).toBe(0)
    expect(await doneOf(YOU)).toBeGreaterThan(200)
    await ask(ME)
    await steps(follower, 30)
    expect(await doneOf(ME)).toBe(0)
  })

  it('An account that was asked for later is read in turn with one that has far to go', async () => {
    const served: string[] = []
    const { follower } = await start({
      result: (method, result, [filter]) => {
        if (method !== 'eth_getLogs') return result
        const names = JSON.stringify((filter as Filter).topics)
        for (const [name, account] of [
          ['you', YOU],
          ['me', ME],
        ])
          if (names.includes(account!.slice(2)) && served.at(-1) !== name) served.push(name!)
        return (result as unknown[]).length > 8 ? new Error('too many results') : result
      },
    })
    await follower.step()
    await ask(YOU)
    await steps(follower, 12)
    await ask(ME)
    await steps(follower, 24)
    expect(served.slice(0, 7)).toEqual(['you', 'me', 'you', 'me', 'you', 'me', 'you'])
  })

  it('Of an account with more entries than one may have the newest are read, and then no more', async () => {
    const { node, follower } = await start({}, { maxEntries: 70 })
    await follower.step()
    await ask(YOU)
    await steps(follower, 10)
    const kept = await blocksOf(YOU)
    expect(kept.length).toBeLessThanOrEqual(77)
    expect(kept).toEqual(Array.from(kept, (_, at) => 400 - at))
    expect(kept.length).toBeGreaterThanOrEqual(70)
    expect(follower.health().filling).toBe(0)
    node.calls.length = 0
    chain.head = 500
    await steps(follower, 12)
    const later = await blocksOf(YOU)
    expect(later.slice(0, 70)).toEqual(Array.from({ length: 70 }, (_, at) => 500 - at))
    expect(later.length).toBeLessThanOrEqual(77)
  })

  it('Logs that a node behind a balancer does not have yet are not taken for logs that do not exist', async () => {
    const late: Lies = {
      result: (method, result, [filter]) =>
        method === 'eth_getLogs' && (filter as Filter).fromBlock
          ? (result as { blockNumber: string }[]).filter(
              ({ blockNumber }) => Number(blockNumber) <= chain.head - 20,
            )
          : result,
    }
    const { follower } = await start(late)
    await follower.step()
    await ask(YOU)
    chain.head = 440
    await steps(follower, 20)
    expect(await blocksOf(YOU)).toEqual(Array.from({ length: 440 }, (_, at) => 440 - at))
  })

  it('A commit whose answer was lost is neither doubled nor taken for the work of another', async () => {
    const { follower } = await start({}, { everything: true })
    const { commit } = store
    await follower.step()
    Object.assign(store, {
      commit: async (part: Parameters<typeof commit>[0]) => {
        await commit(part)
        throw new Error('the connection ended')
      },
    })
    await expect(follower.step()).rejects.toThrow('the connection ended')
    Object.assign(store, { commit })
    await steps(follower, 15)
    expect(follower.health()).toMatchObject({ state: 'following', top: 400, conflicts: 0 })
    expect(await blocksOf(ME)).toEqual(Array.from({ length: 400 }, (_, at) => 400 - at))
  })

  it('A single block that is longer than an answer may be stops the chain, and health says so', async () => {
    // The length ends the answer, not the time that a slow machine takes for it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    chain.head = 5
    const part = `${JSON.stringify(chain.logs({})[0])},`.repeat(1_000)
    const { node, follower } = await start(
      {
        response: (calls, response) => {
          const isLast = (call: (typeof calls)[number]) =>
            call.method === 'eth_getLogs' && (call.params[0] as Filter).blockHash === chain.hash(5)
          if (!calls.some(isLast)) return false
          response.write(`[{"jsonrpc":"2.0","id":0,"result":[`)
          const more = () => {
            while (!response.destroyed)
              if (!response.write(part)) return void response.once('drain', more)
          }
          more()
          return true
        },
      },
      { everything: true },
    )
    await stepUntil(follower, ({ state }) => state === 'too_large', 8)
    expect(follower.health()).toMatchObject({ state: 'too_large', top: 4 })
    node.lies = {}
    await steps(follower, 3)
    expect(follower.health()).toMatchObject({ state: 'following', top: 5 })
  })
})
