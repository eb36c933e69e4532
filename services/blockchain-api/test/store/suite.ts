import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEntry } from '../../src/store/entryText.js'
import { isStoreError } from '../../src/store/errors.js'
import { type Commit, type FollowerStore, type Header } from '../../src/store/follower.js'
import {
  type HistoryBody,
  type NameRow,
  type OrderRow,
  type Store,
  type StoredTransfer,
} from '../../src/store/store.js'

/** A store, opened anew over what another one wrote. */
export interface Bench {
  open(options?: { maxWatched?: number }): Promise<Store & FollowerStore>
  /** Removes what was written. */
  end(): Promise<void>
}

export const CHAIN = 'eip155:31337'
const OTHER = 'eip155:31338'
const [A, B] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`) as [string, string]
const TOKEN = '0x1000000000000000000000000000000000000e20'
const NFT = '0x1000000000000000000000000000000000000721'
const hash = (number: number, fork = 0) =>
  `0x${(fork * 1e9 + number).toString(16).padStart(64, '0')}`
const header = (number: number, fork = 0): Header => ({
  number,
  hash: hash(number, fork),
  parent: hash(Math.max(number - 1, 0), fork),
  at: number * 1000,
})
const transfer = (extra: Partial<StoredTransfer> = {}): StoredTransfer => ({
  direction: 'in',
  standard: 'erc20',
  token: TOKEN,
  amount: '5',
  from: B,
  to: A,
  ...extra,
})
const body = (...transfers: StoredTransfer[]): HistoryBody => ({
  operationType: 'receive',
  status: 'confirmed',
  sentFrom: B,
  sentTo: TOKEN,
  transfers,
})
const entry = (account: string, block: number, index: number, what = body(transfer())) => ({
  account,
  block,
  index,
  hash: hash(block * 1000 + index),
  at: block * 1000,
  body: what,
})
const nft = (direction: 'in' | 'out', tokenId: string, amount = '1') =>
  body(transfer({ direction, tokenId, amount, token: NFT, standard: 'erc1155' }))

/** The same questions to each engine. */
export const describeStore = (name: string, createBench: () => Promise<Bench>) =>
  describe(`the store on ${name}`, () => {
    let bench: Bench
    let store: Store & FollowerStore
    const opened: Store[] = []
    const open: Bench['open'] = async (options) => {
      const one = await bench.open(options)
      opened.push(one)
      return one
    }
    beforeEach(async () => {
      bench = await createBench()
      store = await open()
    })
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close()
      await bench.end()
    })

    /** Blocks 1 to `count`, with an entry for A in each of them. */
    const fill = async (count: number, chain = CHAIN) => {
      await store.begin(chain, hash(0), header(0))
      const blocks = Array.from({ length: count }, (_, at) => header(at + 1))
      const entries = blocks.map(({ number }) => entry(A, number, 0))
      await store.commit({ chain, epoch: 1, expected: hash(0), blocks, entries })
    }
    const commit = (part: Partial<Commit>) =>
      store.commit({ chain: CHAIN, epoch: 1, expected: hash(0), blocks: [], entries: [], ...part })
    const read = async (query: Partial<Parameters<Store['history']['page']>[0]> = {}) =>
      (
        await store.history.page({ account: `eip155:1:${A}`, chain: CHAIN, limit: 50, ...query })
      ).map(readEntry)
    const blocksOf = async (query?: Parameters<typeof read>[0]) =>
      (await read(query)).map(({ block }) => block)

    it('An entry comes back as it was written, newest first, to its account alone', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      const entries = [entry(A, 1, 0), entry(A, 1, 3), entry(B, 1, 3), entry(A, 2, 1)]
      await commit({ blocks: [header(1), header(2)], entries })
      const rows = await read()
      expect(rows.map(({ block, index }) => [block, index])).toEqual([
        [2, 1],
        [1, 3],
        [1, 0],
      ])
      expect(rows[0]).toEqual({
        block: 2,
        index: 1,
        hash: hash(2001),
        at: 2000,
        body: body(transfer()),
      })
      expect(await read({ account: `eip155:1:${A.toUpperCase().replace('0X', '0x')}` })).toEqual(
        rows,
      )
      expect(await read({ chain: OTHER })).toEqual([])
    })

    it('Pages neither repeat nor skip an entry, whatever is written between them', async () => {
      await fill(60)
      const first = await read({ limit: 25 })
      const before = first.at(-1)!
      await commit({ expected: hash(60), blocks: [header(61)], entries: [entry(A, 61, 0)] })
      await commit({
        expected: hash(61),
        blocks: [header(40)],
        entries: [entry(A, 40, 7), entry(B, 40, 8)],
        backwards: { accounts: [], from: 3, done: 1 },
      })
      const second = await read({ limit: 25, before })
      expect(first.map(({ block }) => Number(block))).toEqual(
        Array.from({ length: 25 }, (_, at) => 60 - at),
      )
      expect(second.map(({ block }) => Number(block))).toEqual(
        Array.from({ length: 25 }, (_, at) => 35 - at),
      )
    })

    it('NFTs are read in parts, each behind the last of the one before, without those that left', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      const ids = ['1', '10', '2', '33', '9']
      const moves = [...ids.map((id) => nft('in', id)), nft('out', '10'), nft('out', '5')]
      await commit({
        blocks: moves.map((_, at) => header(at + 1)),
        entries: moves.map((move, at) => entry(A, at + 1, 0, move)),
      })
      const read = (after?: { token: string; tokenId: string }) =>
        store.holdings.ofAccount(`eip155:1:${A}`, CHAIN, { after, limit: 3 })
      const first = await read()
      expect(first.map(({ tokenId }) => tokenId)).toEqual(['1', '2', '33'])
      expect((await read(first[2])).map(({ tokenId }) => tokenId)).toEqual(['9'])
    })

    it('A reorganisation takes back entries, NFTs and headers, and writes the new ones, at once', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      await commit({
        blocks: [header(1), header(2), header(3)],
        entries: [
          entry(A, 1, 0, nft('in', '7', '5')),
          entry(A, 2, 0, nft('out', '7', '2')),
          entry(A, 3, 0, nft('in', '8')),
        ],
      })
      expect(await store.holdings.ofAccount(`eip155:1:${A}`, CHAIN)).toMatchObject([
        { tokenId: '7', amount: '3' },
        { tokenId: '8', amount: '1' },
      ])
      await commit({
        expected: hash(3),
        takeBackAbove: 1,
        blocks: [header(2, 1), header(3, 1), header(4, 1)],
        entries: [entry(A, 4, 0, nft('in', '9', String(2n ** 255n)))],
      })
      expect(await blocksOf()).toEqual([4, 1])
      expect(await store.holdings.ofAccount(`eip155:1:${A}`, CHAIN)).toMatchObject([
        { tokenId: '7', amount: '5', standard: 'erc1155' },
        { tokenId: '9', amount: String(2n ** 255n) },
      ])
      expect((await store.headersBelow(CHAIN, 4, 10)).map(({ hash }) => hash)).toEqual([
        hash(3, 1),
        hash(2, 1),
        hash(1),
        hash(0),
      ])
      expect((await store.state(CHAIN))?.top).toEqual({ number: 4, hash: hash(4, 1) })
    })

    it('A part that was read on another top is refused whole', async () => {
      await fill(3)
      const late = commit({ blocks: [header(1)], entries: [entry(A, 9, 9)] })
      await expect(late).rejects.toSatisfy((error) => isStoreError(error, 'store.conflict'))
      expect(await blocksOf()).toEqual([3, 2, 1])
      const twice = commit({
        expected: hash(3),
        blocks: [header(4)],
        entries: [entry(A, 4, 0), entry(A, 3, 0)],
      })
      await expect(twice).rejects.toThrow()
      expect(await blocksOf()).toEqual([3, 2, 1])
      expect((await store.state(CHAIN))?.top.number).toBe(3)
    })

    const isConflict = (part: Promise<unknown>) =>
      expect(part).rejects.toSatisfy((error) => isStoreError(error, 'store.conflict'))

    it('A follower whose lease was taken by another writes nothing, also where it does not know', async () => {
      await fill(3)
      await store.watched.ask(`eip155:1:${A}`, CHAIN, 1)
      const lease = await store.lease(CHAIN)
      expect(lease?.epoch).toBe(2)
      const part = { expected: hash(3), blocks: [header(4)], entries: [entry(A, 4, 0)] }
      await isConflict(commit(part))
      await isConflict(store.adopt(CHAIN, 1))
      await isConflict(store.forget(CHAIN, 1, 2))
      await isConflict(store.begin(CHAIN, hash(0), header(0)))
      expect(await blocksOf()).toEqual([3, 2, 1])
      expect(await store.followed(CHAIN)).toEqual([])
      await commit({ ...part, epoch: 2 })
      expect(await blocksOf()).toEqual([4, 3, 2, 1])
      await lease?.release()
    })

    it('Old logs are kept only from the block on to which they were read before', async () => {
      await fill(3)
      for (const account of [A, B]) await store.watched.ask(`eip155:1:${account}`, CHAIN, 1)
      await store.adopt(CHAIN, 1)
      const part = (from: number, done: number) =>
        commit({
          expected: hash(3),
          entries: [entry(A, done, 7)],
          backwards: { accounts: [A, B], from, done },
        })
      await part(4, 3)
      await isConflict(part(4, 3))
      await isConflict(part(4, 2))
      expect(await read()).toHaveLength(4)
      await store.forget(CHAIN, 1, 2)
      await isConflict(part(3, 2))
      expect(await read()).toEqual([])
    })

    it('Of an account the newest entries are kept, and nothing older is wanted once they are enough', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      for (const account of [A, B]) await store.watched.ask(`eip155:1:${account}`, CHAIN, 1)
      await store.adopt(CHAIN, 1)
      const blocks = Array.from({ length: 40 }, (_, at) => header(at + 1))
      const write = (from: number, to: number) =>
        commit({
          expected: hash(from - 1),
          blocks: blocks.slice(from - 1, to),
          entries: [
            ...blocks.slice(from - 1, to).map(({ number }) => entry(A, number, 0)),
            entry(B, to, 1),
          ],
          maxEntries: 20,
        })
      expect(await write(1, 19)).toEqual([])
      expect(await write(20, 22)).toEqual([A])
      expect(await blocksOf()).toHaveLength(22)
      expect(await write(23, 23)).toEqual([A])
      expect(await blocksOf()).toEqual(Array.from({ length: 20 }, (_, at) => 23 - at))
      // Entries that a reorganisation takes away make no room for older ones: there would be a gap.
      await commit({
        expected: hash(23),
        takeBackAbove: 20,
        blocks: [header(21, 1)],
        maxEntries: 20,
      })
      expect((await store.followed(CHAIN)).map(({ done }) => done)).toEqual([0, 1])
      expect(await blocksOf()).toEqual(Array.from({ length: 17 }, (_, at) => 20 - at))
      expect(await blocksOf({ account: `eip155:1:${B}` })).toEqual([19])
    })

    it('Where coins are burned nobody is followed, and on a chain that is kept whole nobody has to be', async () => {
      await fill(1)
      for (const burned of ['0'.repeat(40), `${'0'.repeat(36)}dEaD`])
        expect(await store.watched.ask(`eip155:1:0x${burned}`, CHAIN, 1)).toBe('never')
      const lease = await store.lease(CHAIN, true)
      expect(await store.watched.ask(`eip155:1:${A}`, CHAIN, 1)).toBe('known')
      await lease?.release()
      const again = await store.lease(CHAIN)
      expect(await store.adopt(CHAIN, again!.epoch)).toEqual([])
      expect(await store.watched.ask(`eip155:1:${A}`, CHAIN, 1)).toBe('new')
      await again?.release()
    })

    it('When an account was asked for first is known, but not where all of the chain is kept', async () => {
      await fill(1)
      const began = () => store.watched.began(`eip155:1:${A}`, CHAIN)
      const lease = await store.lease(CHAIN, true)
      await store.watched.ask(`eip155:1:${A}`, CHAIN, 7)
      expect(await began()).toBe(undefined)
      await lease?.release()
      await store.adopt(CHAIN, (await store.lease(CHAIN))!.epoch)
      await store.watched.ask(`eip155:1:${A}`, CHAIN, 8)
      await store.watched.ask(`eip155:1:${A}`, CHAIN, 100_000_000)
      expect(await began()).toBe(8)
    })

    it('An account that is asked for every hour is not forgotten within two', async () => {
      const hour = 60 * 60 * 1000
      await store.begin(CHAIN, hash(0), header(0))
      for (const at of [0, 1, 2, 3]) await store.watched.ask(`eip155:1:${A}`, CHAIN, at * hour)
      expect(await store.forget(CHAIN, 1, 2 * hour)).toEqual([])
    })

    it('NFTs count movements that the entry does not tell, also when they are taken back', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      const rest = nft('in', '8').transfers
      const entries = [{ ...entry(A, 1, 0, nft('in', '7')), rest }]
      await commit({ blocks: [header(1)], entries })
      const ids = async () =>
        (await store.holdings.ofAccount(`eip155:1:${A}`, CHAIN)).map(({ tokenId }) => tokenId)
      expect(await ids()).toEqual(['7', '8'])
      expect((await read())[0]?.body.transfers).toHaveLength(1)
      await commit({ expected: hash(1), takeBackAbove: 0, blocks: [header(1, 1)] })
      expect(await ids()).toEqual([])
    })

    it('Of the tokens that a stranger sent no more than a thousand are named', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      const moves = Array.from({ length: 1001 }, (_, at) =>
        transfer({ token: `0x${at.toString(16).padStart(40, '0')}` }),
      )
      await commit({ blocks: [header(1)], entries: [entry(A, 1, 0, body(...moves))] })
      expect(await store.tokens.seenBy(`eip155:1:${A}`, CHAIN)).toHaveLength(1000)
    })

    it('Old logs that meet entries kept before add the rest alone, and count nothing twice', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      // Kept while the whole chain was followed.
      await commit({
        blocks: [header(1), header(2)],
        entries: [entry(A, 1, 0, nft('in', '7', '5')), entry(A, 2, 0, nft('in', '8'))],
      })
      await store.watched.ask(`eip155:1:${A}`, CHAIN, 1)
      await store.adopt(CHAIN, 1)
      const again = [
        entry(A, 1, 0, nft('in', '7', '5')),
        entry(A, 2, 0, nft('in', '8')),
        entry(A, 2, 1, nft('in', '9')),
      ]
      const full = await commit({
        expected: hash(2),
        entries: again,
        backwards: { accounts: [A], from: 3, done: 1 },
        maxEntries: 2,
      })
      expect(full).toEqual([])
      expect((await read()).map(({ block, index }) => [block, index])).toEqual([
        [2, 1],
        [2, 0],
        [1, 0],
      ])
      expect(await store.holdings.ofAccount(`eip155:1:${A}`, CHAIN)).toMatchObject([
        { tokenId: '7', amount: '5' },
        { tokenId: '8', amount: '1' },
        { tokenId: '9', amount: '1' },
      ])
    })

    it('A bound that drops entries of before counts on from those that are left', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      const write = (from: number, to: number, maxEntries?: number) => {
        const blocks = Array.from({ length: to - from + 1 }, (_, at) => header(from + at))
        const entries = blocks.map(({ number }) => entry(A, number, 0))
        const expected = hash(from - 1)
        return commit({ expected, blocks, entries, ...(maxEntries && { maxEntries }) })
      }
      await write(1, 10)
      await store.watched.ask(`eip155:1:${A}`, CHAIN, 1)
      await store.adopt(CHAIN, 1)
      expect(await write(11, 22, 10)).toEqual([A])
      expect(await blocksOf()).toEqual(Array.from({ length: 10 }, (_, at) => 22 - at))
      await write(23, 24, 10)
      expect(await blocksOf()).toEqual(Array.from({ length: 10 }, (_, at) => 24 - at))
    })

    it('A time beyond the year 9999 that was kept is read as its last second', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      const late = { ...entry(A, 1, 0), at: 2 ** 52 * 1000 }
      await commit({ blocks: [header(1)], entries: [late] })
      const [row] = await read()
      expect(new Date(row!.at).toISOString()).toBe('9999-12-31T23:59:59.000Z')
    })

    it('Tokens that the account sent and those that moved last are named before what strangers sent', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      const [mine, dollar] = [`0x${'f'.repeat(40)}`, `0x${'e'.repeat(40)}`] as const
      const strange = Array.from({ length: 1000 }, (_, at) =>
        transfer({ token: `0x${(at + 1).toString(16).padStart(40, '0')}` }),
      )
      const sent = { ...body(transfer({ token: mine, direction: 'out' })), sentFrom: A }
      const ofDollar = (block: number) => entry(A, block, 0, body(transfer({ token: dollar })))
      await commit({
        blocks: [1, 2, 3].map((number) => header(number)),
        entries: [entry(A, 1, 1, sent), ofDollar(1), entry(A, 2, 0, body(...strange)), ofDollar(3)],
      })
      const lower = async () =>
        (await store.tokens.seenBy(`eip155:1:${A}`, CHAIN)).map((token) => token.toLowerCase())
      expect((await lower()).slice(0, 2)).toEqual([mine, dollar])
      expect(await lower()).toHaveLength(1000)
      await store.watched.ask(`eip155:1:${A}`, CHAIN, 1)
      await store.adopt(CHAIN, 1)
      // Older movements, read later, do not make a token older.
      await commit({
        expected: hash(3),
        entries: [{ ...ofDollar(1), index: 5 }],
        backwards: { accounts: [A], from: 4, done: 1 },
      })
      expect((await lower()).slice(0, 2)).toEqual([mine, dollar])
    })

    it('An old block with another hash than before is refused', async () => {
      await fill(3)
      const part = commit({
        expected: hash(3),
        blocks: [header(2, 1)],
        entries: [entry(A, 2, 5)],
        backwards: { accounts: [], from: 3, done: 1 },
      })
      await expect(part).rejects.toSatisfy((error) => isStoreError(error, 'store.other_chain'))
      expect(await blocksOf()).toEqual([3, 2, 1])
    })

    it('Of headers far below the top one in a thousand is kept', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      for (const first of [1, 4001, 8001, 12001]) {
        const blocks = Array.from({ length: 4000 }, (_, at) => header(first + at))
        await commit({ expected: hash(first - 1), blocks })
      }
      const numbers = (await store.headersBelow(CHAIN, 6_002, 10)).map(({ number }) => number)
      expect(numbers).toEqual([6001, 6000, 5000, 4000, 3000, 2000, 1000, 0])
    })

    it('An account is asked for, adopted after the top, and full is said above the bound', async () => {
      await fill(3)
      const small = await open({ maxWatched: 2 })
      expect(await small.watched.ask(`eip155:1:${A}`, CHAIN, 1000)).toBe('new')
      expect(await small.watched.ask(`eip155:1:${A}`, CHAIN, 2000)).toBe('known')
      expect(await store.followed(CHAIN)).toEqual([])
      expect(await store.adopt(CHAIN, 1)).toEqual([{ account: A, since: 4, done: 4 }])
      expect(await store.adopt(CHAIN, 1)).toEqual([])
      expect(await small.watched.ask(`eip155:1:${B}`, CHAIN, 3000)).toBe('new')
      expect(await small.watched.ask(`eip155:1:${TOKEN}`, CHAIN, 4000)).toBe('full')
      expect(await small.watched.ask(`eip155:1:${B}`, CHAIN, 5000)).toBe('known')
      await commit({
        expected: hash(3),
        blocks: [],
        backwards: { accounts: [A], from: 4, done: 2 },
      })
      expect(await store.followed(CHAIN)).toEqual([{ account: A, since: 4, done: 2 }])
      await commit({ expected: hash(3), takeBackAbove: 2, blocks: [header(3, 1)] })
      expect(await store.followed(CHAIN)).toEqual([{ account: A, since: 3, done: 2 }])
    })

    it('A forgotten account is gone with its history; one that is asked for again stays', async () => {
      const day = 24 * 60 * 60 * 1000
      await fill(2)
      await commit({
        expected: hash(2),
        blocks: [header(3)],
        entries: [entry(A, 3, 1, nft('in', '1')), entry(B, 3, 1)],
      })
      for (const account of [A, B]) await store.watched.ask(`eip155:1:${account}`, CHAIN, 0)
      await store.watched.ask(`eip155:1:${B}`, CHAIN, day)
      expect(await store.forget(CHAIN, 1, day)).toEqual([A])
      expect(await read()).toEqual([])
      expect(await store.holdings.ofAccount(`eip155:1:${A}`, CHAIN)).toEqual([])
      expect(await blocksOf({ account: `eip155:1:${B}` })).toEqual([3])
      expect(await store.watched.ask(`eip155:1:${A}`, CHAIN, 2 * day)).toBe('new')
    })

    it('A token that moved something is seen; one that moved nothing is not', async () => {
      await store.begin(CHAIN, hash(0), header(0))
      const zero = `0x${'9'.repeat(40)}`
      const what = body(transfer(), transfer({ token: zero, amount: '0' }))
      await commit({ blocks: [header(1)], entries: [entry(A, 1, 0, what)] })
      expect(
        (await store.tokens.seenBy(`eip155:1:${A}`, CHAIN)).map((x) => x.toLowerCase()),
      ).toEqual([TOKEN])
      expect(await store.holdings.ofAccount(`eip155:1:${A}`, CHAIN)).toEqual([])
    })

    it('A token keeps a hostile name, and is replaced by what is put later', async () => {
      const row = {
        chain: CHAIN,
        address: TOKEN,
        standard: 'erc20',
        name: "\0'; drop table token; -- \u202e😀",
        symbol: 'x'.repeat(300),
        decimals: 255,
        spam: true,
      } as const
      await store.tokens.put([row])
      const [found] = await store.tokens.find(CHAIN, [TOKEN.toUpperCase().replace('0X', '0x'), NFT])
      expect({ ...found, address: found?.address.toLowerCase() }).toEqual({
        ...row,
        name: row.name.slice(1),
      })
      await store.tokens.put([{ ...row, name: 'Later', spam: false }])
      expect(await store.tokens.find(CHAIN, [TOKEN])).toMatchObject([
        { name: 'Later', spam: false },
      ])
      expect(await store.tokens.find(OTHER, [TOKEN])).toEqual([])
      expect(await store.tokens.find(CHAIN, [])).toEqual([])
    })

    it('A session is listed until it is revoked, also in another spelling of its account', async () => {
      const row = {
        address: `eip155:1:${A}`,
        pci: 'one',
        permissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' } }],
        expiry: 2_000_000_000,
        signature: '0xab',
        issuedAt: 3,
        createdAt: 5,
      }
      const put = (extra: Partial<typeof row> = {}) =>
        store.sessions.put({ ...row, ...extra }, { limit: 2, now: 9 })
      expect(await put()).toBe('stored')
      expect(await put({ pci: 'two', createdAt: 6 })).toBe('stored')
      expect(await put({ pci: 'three' })).toBe('full')
      expect(await put({ expiry: 2_000_000_001, issuedAt: 4, signature: '0xcd' })).toBe('stored')
      expect(await put()).toBe('older')
      expect(await put({ issuedAt: 4, signature: '0xcd' })).toBe('stored')
      const shouted = `eip155:1:0x${A.slice(2).toUpperCase()}`
      expect(await store.sessions.ofAddress(shouted, 9)).toEqual([
        { ...row, address: shouted, expiry: 2_000_000_001, issuedAt: 4, signature: '0xcd' },
        { ...row, address: shouted, pci: 'two', createdAt: 6 },
      ])
      expect(await store.sessions.revoke(shouted, 'one', 9)).toBe(true)
      expect(await store.sessions.revoke(row.address, 'one', 9)).toBe(false)
      expect(await put({ issuedAt: 5 })).toBe('revoked')
      const rest = await store.sessions.ofAddress(row.address, 9)
      expect(rest.map(({ pci }) => pci)).toEqual(['two'])
    })

    const order = (id: string, changes: Partial<OrderRow> = {}): OrderRow => ({
      ...{ id, project: 'shop', provider: 'sandbox', chain: CHAIN, address: A, status: 'created' },
      coin: { symbol: 'ETH', decimals: 18 },
      purchase: { amount: '0.5', currency: 'ETH' },
      payment: { amount: '50.00', currency: 'USD' },
      ...{ expires: 1000, createdAt: 1, updatedAt: 1 },
      ...changes,
    })

    it('An order comes back as it was written, and goes on from the states that are named alone', async () => {
      await store.orders.add(order('one'))
      expect(await store.orders.find('one')).toEqual(order('one'))
      expect(await store.orders.find('two')).toBeUndefined()
      const paid = { status: 'paid', updatedAt: 2 } as const
      expect(await store.orders.move('one', ['sent'], paid)).toBe(false)
      expect(await store.orders.move('one', ['created', 'abandoned'], paid)).toBe(true)
      expect(await store.orders.move('one', ['created'], paid)).toBe(false)
      expect(await store.orders.find('one')).toEqual(order('one', paid))
    })

    it('Of many who pay an order at once, one does', async () => {
      await store.orders.add(order('one'))
      const stores = [store, await open(), await open()]
      const paid = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          (stores[at % stores.length] ?? store).orders.move('one', ['created'], {
            ...{ status: 'paid', updatedAt: at },
          }),
        ),
      )
      expect(paid.filter(Boolean)).toHaveLength(1)
    })

    it('Two orders of a chain never have the same place among the transactions of a sender', async () => {
      for (const id of ['one', 'two', 'three'])
        await store.orders.add(order(id, { status: 'paid' }))
      const send = (id: string, nonce: number, sender = B) =>
        store.orders.move(id, ['paid'], {
          ...{ status: 'sent', updatedAt: 2, hash: hash(nonce) },
          delivery: { sender, nonce, raw: `0x${id}` },
        })
      expect(await store.orders.lastNonce(CHAIN, B)).toBeUndefined()
      expect(await send('one', 7)).toBe(true)
      await expect(send('two', 7, B.toUpperCase().replace('0X', '0x'))).rejects.toThrow()
      expect((await store.orders.find('two'))?.status).toBe('paid')
      expect(await send('two', 8)).toBe(true)
      expect(await store.orders.lastNonce(CHAIN, B)).toBe(8)
      expect(await store.orders.lastNonce(OTHER, B)).toBeUndefined()
      const pending = async () =>
        (await store.orders.pending('sandbox', ['paid', 'sent', 'done'], 9)).map(({ id }) => id)
      expect((await pending()).sort()).toEqual(['one', 'three', 'two'])
      await store.orders.settle('one')
      expect((await pending()).sort()).toEqual(['three', 'two'])
      expect(await store.orders.lastNonce(CHAIN, B)).toBe(8)
    })

    it('Purchases of an account that arrived are read in pages, newest first', async () => {
      const done = (id: string, createdAt: number) =>
        order(id, { status: 'done', hash: hash(createdAt), createdAt })
      for (const [id, at] of [
        ['a', 3],
        ['b', 3],
        ['c', 2],
      ] as const)
        await store.orders.add(done(id, at))
      await store.orders.add(order('paid', { status: 'paid' }))
      await store.orders.add(order('other', { ...done('x', 9), id: 'other', address: B }))
      const page = async (before?: { createdAt: number; id: string }) =>
        (
          await store.orders.ofAccount({
            chain: CHAIN,
            address: A.toUpperCase().replace('0X', '0x'),
            before,
            limit: 2,
          })
        ).map(({ id }) => id)
      expect(await page()).toEqual(['b', 'a'])
      expect(await page({ createdAt: 3, id: 'a' })).toEqual(['c'])
    })

    it('Orders that nobody paid in time are given up, and dropped later', async () => {
      await store.orders.add(order('late'))
      await store.orders.add(order('paid', { status: 'paid' }))
      await store.orders.tidy(1001, 500)
      expect((await store.orders.find('late'))?.status).toBe('abandoned')
      expect((await store.orders.find('paid'))?.status).toBe('paid')
      await store.orders.tidy(1600, 500)
      expect(await store.orders.find('late')).toBeUndefined()
    })

    it('Of sessions that are put at the same time no more are stored than the bound', async () => {
      const stores = [store, await open(), await open()]
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          (stores[at % stores.length] ?? store).sessions.put(
            {
              address: `eip155:1:${A}`,
              pci: `p${at}`,
              permissions: [],
              expiry: 2_000_000_000,
              signature: '0x',
              issuedAt: 1,
              createdAt: 1,
            },
            { limit: 7, now: 9 },
          ),
        ),
      )
      expect(results.filter((result) => result === 'stored')).toHaveLength(7)
      expect(await store.sessions.ofAddress(`eip155:1:${A}`, 9)).toHaveLength(7)
    })

    it('Sessions that are over are listed no more, leave room, and are dropped in the end', async () => {
      const row = { permissions: [], signature: '0x', issuedAt: 1, createdAt: 1 }
      const put = (pci: string, expiry: number) =>
        store.sessions.put(
          { ...row, address: `eip155:1:${A}`, pci, expiry },
          { limit: 2, now: 10_000 },
        )
      await put('over', 5)
      await put('revoked', 5)
      await put('lasting', 50)
      expect(await store.sessions.revoke(`eip155:1:${A}`, 'revoked', 30_000)).toBe(true)
      expect(await put('another', 50)).toBe('stored')
      const lasting = await store.sessions.ofAddress(`eip155:1:${A}`, 10_000)
      expect(lasting.map(({ pci }) => pci)).toEqual(['another', 'lasting'])
      expect(await store.sessions.dropBefore(20_000)).toBe(1)
      expect(await put('revoked', 50)).toBe('revoked')
      expect(await store.sessions.dropBefore(40_000)).toBe(0)
    })

    it('Events become counts by their age, and of two with the same id there is one', async () => {
      const row = {
        ...{ project: 'p', sdkType: 'w3m', sdkVersion: 'x-1', body: '{}' },
        ...{ name: 'MODAL_OPEN', step: 'opened' as const },
      }
      const rows = [10, 11, 12].map((at) => ({ ...row, id: String(at), at }))
      expect(await store.events.add([...rows, rows[0]!])).toBe(3)
      expect(await store.events.fold(12)).toBe(2)
      const second = await open()
      const counts = await second.events.funnel({ project: 'p', fromDay: 0, untilDay: 1 })
      expect(counts).toEqual({ opened: 3, chose: 0, connected: 0, signedIn: 0, sent: 0 })
    })

    it('One follower a chain has the lease, another chain has its own, and it can be given back', async () => {
      const second = await open()
      const lease = await store.lease(CHAIN)
      expect(lease).toBeDefined()
      expect(await second.lease(CHAIN)).toBeUndefined()
      const other = await second.lease(OTHER)
      expect(other).toBeDefined()
      await lease?.release()
      const taken = await second.lease(CHAIN)
      expect(taken).toBeDefined()
      await Promise.all([other?.release(), taken?.release()])
    })

    it('Two openings at the same time both find the tables', async () => {
      const [one, two] = await Promise.all([open(), open()])
      const event = { id: '1', project: '', sdkType: '', sdkVersion: '', at: 1, body: '' }
      await one.events.add([{ ...event, name: '', step: '' }])
      expect(await two.events.fold(2)).toBe(1)
    })

    const nameRow = (label: string, address: string, more: Partial<NameRow> = {}): NameRow => ({
      ...{ zone: 'shop.eth', label, key: label.replaceAll('1', 'l'), address, coinType: 60 },
      ...{ byKey: true, attributes: {}, signedAt: 10, createdAt: 1000 },
      ...more,
    })
    const bounds = { perAddress: 2, restedBefore: 0 }
    const addressAt = (at: number) => `0x${at.toString(16).padStart(40, '0')}`

    it('A name goes to one of many who want it at once, and a likeness of it to nobody', async () => {
      const two = await open()
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          (at % 2 ? store : two).names.register(nameRow('alice', addressAt(at + 1)), bounds),
        ),
      )
      expect(results.filter((one) => one === 'registered')).toHaveLength(1)
      expect(results.filter((one) => one === 'taken')).toHaveLength(59)
      const winner = addressAt(results.indexOf('registered') + 1)
      const found = await store.names.find('shop.eth', 'alice')
      expect(found).toEqual({ ...nameRow('alice', winner), address: found!.address })
      expect(found!.address.toLowerCase()).toBe(winner)
      const register = (...row: Parameters<typeof nameRow>) =>
        store.names.register(nameRow(...row), bounds)
      expect(await register('alice', winner)).toBe('same')
      expect(await register('alice', winner, { coinType: 0x8000_0001 })).toBe('taken')
      expect(await register('a1ice', B)).toBe('confusable')
      expect(await register('alice', B, { zone: 'other.eth' })).toBe('registered')
      expect(await store.names.find('shop.eth', 'a1ice')).toBeUndefined()
    })

    it('An address that wants many names at once gets as many as it may have', async () => {
      const two = await open()
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 ? store : two).names.register(nameRow(`name${at}x`, A), bounds),
        ),
      )
      expect(results.filter((one) => one === 'registered')).toHaveLength(2)
      expect(results.filter((one) => one === 'full')).toHaveLength(18)
      expect(await store.names.ofAddress(A, 100)).toHaveLength(2)
      expect(await store.names.ofAddress(B, 100)).toEqual([])
    })

    it('A name that was left rests, is of nobody meanwhile, and goes to another after that', async () => {
      const row = nameRow('alice', A)
      await store.names.register(row, bounds)
      expect(await store.names.release({ ...row, address: B }, 5000)).toBe(false)
      expect(await store.names.release({ ...row, coinType: 61 }, 5000)).toBe(false)
      expect(await store.names.release(row, 5000)).toBe(true)
      expect(await store.names.release(row, 6000)).toBe(false)
      expect(await store.names.find('shop.eth', 'alice')).toBeUndefined()
      expect(await store.names.ofAddress(A, 100)).toEqual([])
      const again = (restedBefore: number) =>
        store.names.register(nameRow('a1ice', B), { ...bounds, restedBefore })
      expect(await store.names.blocked('shop.eth', ['alice', 'other'], 4999)).toEqual(
        new Set(['alice']),
      )
      expect(await again(4999)).toBe('resting')
      expect(await store.names.blocked('shop.eth', ['alice', 'other'], 5000)).toEqual(new Set())
      for (const label of ['otto', 'olga']) await store.names.register(nameRow(label, A), bounds)
      const full = { ...bounds, restedBefore: 5000 }
      expect(await store.names.register(nameRow('alice', A), full)).toBe('full')
      expect(await again(5000)).toBe('registered')
      expect((await store.names.find('shop.eth', 'a1ice'))?.key).toBe('alice')
    })

    it('A change is kept for its owner alone, and an older one changes nothing', async () => {
      const row = nameRow('alice', A)
      await store.names.register(row, bounds)
      const url = 'https://a.example'
      expect(await store.names.change({ ...row, address: B }, { url }, 20)).toBe(false)
      expect(await store.names.change(row, { url }, 20)).toBe(true)
      expect(await store.names.change(row, {}, 19)).toBe(false)
      expect((await store.names.find('shop.eth', 'alice'))?.attributes).toEqual({ url })
    })

    it('A key that is not hex is refused by name instead of being looked up', async () => {
      const wrong = store.history.page({
        account: "eip155:1:' or 1=1",
        chain: CHAIN,
        limit: 5,
      })
      await expect(wrong).rejects.toSatisfy((error) => isStoreError(error, 'store.invalid_key'))
    })
  })
