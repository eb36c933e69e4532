import { accounts, reorg, startLocalnet, type Localnet } from '@latchkey-tools/localnet'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FollowOptions, Follower } from '../../src/follow/follower.js'
import { readEntry } from '../../src/store/entryText.js'
import { openStore } from '../../src/store/openStore.js'
import { type Chain, chainAt, counted, fill, linesOf } from './chain.js'

const CHAIN = 'eip155:31337'
const people = accounts.slice(0, 4).map(({ address }) => address)
const minter = '0x000000000000000000000000000000000000c0de'
/** Everybody who ever moved something on the localnet. */
const everybody = [...accounts.map(({ address }) => address), minter]

describe('a follower beside a real node', () => {
  let localnet: Localnet
  let chain: Chain
  let folder: string
  let store: Awaited<ReturnType<typeof openStore>>
  const followers: Follower[] = []
  beforeAll(async () => {
    localnet = await startLocalnet()
    chain = chainAt(localnet.url)
  })
  afterAll(() => localnet?.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-follow-'))
    store = await openStore({ file: join(folder, 'api.db'), durable: false })
  })
  afterEach(async () => {
    for (const one of followers.splice(0)) await one.close()
    await store.close()
    await rm(folder, { recursive: true })
  })

  const follow = (options: Partial<FollowOptions> = {}) => {
    const one = new Follower(store, { chain: CHAIN, urls: [localnet.url], ...options })
    followers.push(one)
    return one
  }
  /** Works until nothing is left to do. */
  const catchUp = async (follower: Follower) => {
    let left = 500
    while ((await follower.step()) === 0 && left > 0) left -= 1
    if (left === 0) throw new Error(`It does not catch up: ${JSON.stringify(follower.health())}`)
    expect(follower.health().state).toBe('following')
  }
  const kept = (who: readonly string[] = everybody) => linesOf(store, CHAIN, who)
  const real = async () => counted(await chain.lines())

  it('Everything that a chain moved is kept, and nothing else', async () => {
    await fill(chain, people, 20, 1)
    const follower = follow({ everything: true })
    await catchUp(follower)
    expect(await kept()).toEqual(await real())
    expect(follower.health()).toMatchObject({ top: await chain.head(), head: await chain.head() })
  })

  it.each([1, 31])(
    'After a reorganisation of depth %i the store equals the new chain',
    async (depth) => {
      await fill(chain, people, 40, 2 + depth)
      const follower = follow({ everything: true })
      await catchUp(follower)
      const before = await kept()
      await reorg(localnet.url, depth)
      await fill(chain, people, 3, 50 + depth)
      await catchUp(follower)
      const after = await kept()
      expect(after).toEqual(await real())
      expect(after).not.toEqual(before)
      const held = await store.holdings.ofAccount(`${CHAIN}:${people[0]}`, CHAIN)
      const balances = await Promise.all(held.map((holding) => chain.amountOf(people[0]!, holding)))
      expect(held.map(({ amount }) => amount)).toEqual(balances.map(String))
      expect(held.length).toBeGreaterThan(0)
    },
  )

  it('An account that is asked for later gets its old tokens backwards, and everything from then on', async () => {
    await fill(chain, people, 12, 100)
    const follower = follow()
    await catchUp(follower)
    const [asked] = people
    expect(await store.watched.ask(`${CHAIN}:${asked}`, CHAIN, Date.now())).toBe('new')
    const since = (await chain.head()) + 1
    await fill(chain, people, 6, 200)
    await catchUp(follower)
    expect(follower.health().filling).toBe(0)
    const mine = (await chain.lines()).filter(
      (line) =>
        line.includes(asked!.toLowerCase()) &&
        (Number(line.split(' ')[0]) >= since || !/ native /.test(line)),
    )
    const found = await kept([asked!])
    // Native value of old transactions is kept where a token moved in the same one.
    expect(found).toEqual(counted(mine))
    expect(await kept(people.slice(1))).toEqual([])
  })

  it('A failed transaction is kept for its sender, with its fee and without a movement', async () => {
    const follower = follow({ everything: true })
    const hash = await chain.call(people[0]!, localnet.tokens.erc20)(
      'transfer',
      people[1],
      10n ** 30n,
    )
    await catchUp(follower)
    const find = async (account: string) =>
      (await store.history.page({ account: `${CHAIN}:${account}`, chain: CHAIN, limit: 5 }))
        .map(readEntry)
        .find((row) => row.hash === hash)
    expect((await find(people[0]!))?.body).toMatchObject({
      status: 'failed',
      operationType: 'execute',
      sentFrom: people[0],
      transfers: [],
    })
    expect(BigInt((await find(people[0]!))?.body.fee ?? 0)).toBeGreaterThan(0n)
    expect(await find(people[1]!)).toBeUndefined()
  })
})
