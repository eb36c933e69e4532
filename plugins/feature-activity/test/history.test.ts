import { createToken } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agoOf } from '../src/entries/ago.js'
import type { PendingSource, PendingTransaction } from '../src/index.js'
import { ALICE, BOB, entry, hashOf, incoming, MALLORY, nft, ONE, TEN, token } from './entries.js'
import { chain, cleanUp, openSite, page, type Server } from './page.js'

afterEach(() => {
  cleanUp()
  vi.useRealTimers()
})
const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id)
const refused = (status: number): Response => Response.json({}, { status })

/** Two pages: the second by the cursor c2. */
const paged: Server = (url) =>
  url.searchParams.get('cursor') === 'c2'
    ? page([entry('c', { minedAt: at(1) })])
    : page([entry('a', { minedAt: at(3) }), entry('b', { minedAt: at(2) })], 'c2')

describe('A fetch', () => {
  it('The state has all its parts from the beginning [ENT-36]', async () => {
    const { api } = await openSite({ isConnected: false })
    expect(api.state.get()).toMatchObject({
      transactions: [],
      transactionsByYear: {},
      coinbaseTransactions: {},
      lastNetworkInView: undefined,
      loading: false,
      empty: false,
      next: undefined,
    })
  })
  it('It is loading until the answer is there [TX-01] [TX-04]', async () => {
    let answer!: (body: unknown) => void
    const { api, calls } = await openSite({ server: () => new Promise((done) => (answer = done)) })
    const done = api.fetchTransactions()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    expect(api.state.get().loading).toBe(true)
    answer(page([entry('a')]))
    await done
    expect(api.state.get().loading).toBe(false)
  })
  it('The next page is appended, and asked for by the kept cursor [TX-02] [TX-03]', async () => {
    const { api, calls } = await openSite({ server: paged })
    await api.fetchTransactions()
    expect(api.state.get().next).toBe('c2')
    await api.loadMore()
    expect(calls.map(({ searchParams }) => searchParams.get('cursor'))).toEqual([null, 'c2'])
    expect(ids(api.state.get().transactions)).toEqual(['a', 'b', 'c'])
    expect(api.state.get().next).toBeUndefined()
  })
  it('A list without results is empty, one with results is not [TX-05]', async () => {
    const { api, answer } = await openSite({ server: () => page([]) })
    await api.fetchTransactions()
    expect(api.state.get().empty).toBe(true)
    answer(() => page([entry('a')]))
    await api.fetchTransactions()
    expect(api.state.get().empty).toBe(false)
  })
  it('A failure sets empty, clears the cursor, and ends loading [TX-06] [TX-07] [TX-08]', async () => {
    const { api, answer } = await openSite({ server: paged })
    await api.fetchTransactions()
    expect(api.state.get()).toMatchObject({ next: 'c2', empty: false })
    answer(() => refused(500))
    await api.loadMore()
    expect(api.state.get()).toMatchObject({
      empty: true,
      next: undefined,
      loading: false,
      error: { code: 'http.status' },
    })
  })
  it('Without an account address it is refused, and nothing is asked [TX-09]', async () => {
    const { api, calls } = await openSite({ isConnected: false })
    await expect(api.fetchTransactions()).rejects.toMatchObject({
      code: 'activity.account_missing',
      message: expect.stringContaining('account address'),
    })
    await expect(api.fetchTransactions({ account: '', chainId: ONE })).rejects.toMatchObject({
      code: 'activity.account_missing',
    })
    expect(calls).toEqual([])
  })
  it('A failure is said in a toast [TX-10]', async () => {
    const { api, kernel } = await openSite({ server: () => refused(500) })
    await api.fetchTransactions()
    const { toasts } = await kernel.ports.late.load()
    expect(toasts.get()).toMatchObject({
      message: 'Failed to fetch transactions',
      variant: 'error',
    })
  })
  it('A failure is told once to whoever tracks, with address, cursor and error [TX-11]', async () => {
    const { api, kernel, answer } = await openSite({ server: paged })
    const told = vi.fn()
    kernel.on('activity:fetch-failed', told)
    await api.fetchTransactions()
    answer(() => refused(500))
    await api.loadMore()
    expect(told.mock.calls).toEqual([
      [
        {
          address: ALICE,
          network: ONE,
          cursor: 'c2',
          error: expect.objectContaining({ code: 'http.status' }),
        },
      ],
    ])
  })
  it('Only transactions of the network in use are kept [TX-14] [ENT-33]', async () => {
    const { api } = await openSite({
      server: () => page([entry('a'), entry('b', { chain: TEN })]),
    })
    await api.fetchTransactions()
    expect(ids(api.state.get().transactions)).toEqual(['a'])
    expect(api.state.get().transactions[0]?.metadata.chain).toBe(ONE)
  })
  it('Purchases at Coinbase are kept apart, by year and month [TX-17]', async () => {
    const { api } = await openSite({
      server: (url) =>
        url.searchParams.get('onramp') === 'coinbase'
          ? page([entry('bought', { minedAt: '2025-03-05T12:00:00.000Z' })])
          : page([entry('a')]),
    })
    await api.fetchTransactions()
    const before = api.state.get().transactions
    await api.fetchTransactions({ onramp: 'coinbase' })
    expect(ids(api.state.get().coinbaseTransactions[2025]?.[2] ?? [])).toEqual(['bought'])
    expect(api.state.get().transactions).toBe(before)
  })
  it('The call has account, cursor, provider, network and the use of the cache [TX-19] [API-09]', async () => {
    const { api, calls, settings } = await openSite({ server: () => page([entry('a')], 'c3') })
    await api.fetchTransactions({ account: BOB, chainId: TEN, cursor: 'c2', cache: 'no-store' })
    await api.fetchTransactions({
      account: BOB,
      chainId: TEN,
      cursor: 'c2',
      onramp: 'coinbase',
      cache: 'force-cache',
    })
    const [plain, bought] = [calls[0], calls.at(-1)]
    expect(plain!.pathname).toBe(`/v1/account/${BOB}/history`)
    expect(Object.fromEntries(bought!.searchParams)).toMatchObject({
      cursor: 'c2',
      onramp: 'coinbase',
      chainId: TEN,
    })
    expect([settings[0]?.cache, settings.at(-1)?.cache]).toEqual(['no-store', 'force-cache'])
  })
  it('Data and next of the answer are read, with all parts of an entry [API-09] [ENT-31] [ENT-32]', async () => {
    const { api } = await openSite({ server: () => page([entry('a')], 'c2') })
    await api.fetchTransactions()
    const [read] = api.state.get().transactions
    expect(Object.keys(read!).sort()).toEqual(['id', 'metadata', 'transfers'])
    expect(Object.keys(read!.metadata)).toEqual(
      expect.arrayContaining([
        ...['minedAt', 'chain', 'operationType', 'status', 'sentFrom', 'sentTo'],
      ]),
    )
    expect(api.state.get().next).toBe('c2')
  })
  it('Both kinds of transfers are read, and the spam flag of an NFT [ENT-35]', async () => {
    const { api } = await openSite({
      server: () => page([incoming('a', BOB, [nft({}, true)]), entry('b')]),
    })
    await api.fetchTransactions()
    const [one, other] = api.state.get().transactions
    expect(one?.transfers[0]?.nft_info?.flags.is_spam).toBe(true)
    expect(other?.transfers[0]?.fungible_info?.symbol).toBe('ETH')
  })
})

describe('Accounts and networks', () => {
  it('Another network clears the list, which is fetched anew when it is opened [TX-18]', async () => {
    const { api, kernel } = await openSite({
      server: (url) =>
        page([
          entry(`on ${url.searchParams.get('chainId')}`.replaceAll(/\W/g, ''), {
            chain: url.searchParams.get('chainId') as typeof ONE,
          }),
        ]),
    })
    await api.open()
    expect([ids(api.state.get().transactions), api.state.get().lastNetworkInView]).toEqual([
      ['oneip1551'],
      ONE,
    ])
    await kernel.switchNetwork(TEN)
    await vi.waitFor(() => expect(api.state.get().transactions).toEqual([]))
    await api.open()
    expect([ids(api.state.get().transactions), api.state.get().lastNetworkInView]).toEqual([
      ['oneip15510'],
      TEN,
    ])
  })
  it('An answer that comes after the network has changed is never shown', async () => {
    const answers: ((body: unknown) => void)[] = []
    const { api, kernel, calls } = await openSite({
      server: () => new Promise((done) => answers.push(done)),
    })
    const first = api.open()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await kernel.switchNetwork(TEN)
    const opened = api.open()
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    answers[1]!(page([entry('new', { chain: TEN })]))
    await opened
    answers[0]!(page([entry('old')]))
    await first
    expect(ids(api.state.get().transactions)).toEqual(['new'])
  })
})

describe('Servers that cannot be believed', () => {
  it('A cursor that leads to itself ends the list', async () => {
    const { api, calls } = await openSite({ server: () => page([entry('a')], 'c1') })
    await api.fetchTransactions()
    await api.loadMore()
    await api.loadMore()
    expect(calls).toHaveLength(2)
    expect(api.state.get().next).toBeUndefined()
  })
  it('A list that never ends is read for 200 pages', async () => {
    let count = 0
    const { api, calls } = await openSite({
      server: () => page([entry(`e${++count}`)], `c${count}`),
    })
    await api.fetchTransactions()
    while (api.state.get().next !== undefined) await api.loadMore()
    expect(calls).toHaveLength(200)
  })
  it('An entry that is on two pages is shown once', async () => {
    const { api } = await openSite({
      server: (url) =>
        url.searchParams.has('cursor') ? page([entry('a'), entry('b')]) : page([entry('a')], 'c2'),
    })
    await api.fetchTransactions()
    await api.loadMore()
    expect(ids(api.state.get().transactions)).toEqual(['a', 'b'])
  })
  it('Pages without an entry of this network are passed over, five at once', async () => {
    let count = 0
    const { api, calls } = await openSite({
      server: () => page([entry('x', { chain: TEN })], `c${++count}`),
    })
    await api.fetchTransactions()
    expect(calls).toHaveLength(5)
    expect(api.state.get()).toMatchObject({ empty: true, next: 'c5' })
  })
  it('A server that has too many requests is left alone for 30 s', async () => {
    const { api, calls, answer } = await openSite({ server: paged })
    await api.fetchTransactions()
    answer(() => refused(429))
    await api.refresh()
    const { blockedUntil } = api.state.get()
    expect(blockedUntil! - Date.now()).toBeGreaterThan(25_000)
    await api.refresh()
    await api.loadMore()
    expect(calls).toHaveLength(2)
  })
  it.each([
    ['429, 120 s', 429, '120', 120_000],
    ['503, 7 s', 503, '7', 7_000],
    ['429, a day', 429, '86400', 300_000],
    ['429, a date that has passed', 429, 'Wed, 21 Oct 2015 07:28:00 GMT', 30_000],
    ['429, a word', 429, 'soon', 30_000],
  ])('A server is left alone as long as it asks, for five minutes at most: %s', async (...told) => {
    const [, status, retryAfter, restMs] = told
    vi.useFakeTimers({ toFake: ['Date'] })
    const { api } = await openSite({
      server: () => Response.json({}, { status, headers: { 'retry-after': retryAfter } }),
    })
    await api.fetchTransactions()
    expect(api.state.get().blockedUntil).toBe(Date.now() + restMs)
  })
  it('A server that is down and does not say for how long can be asked at once', async () => {
    const { api } = await openSite({ server: () => refused(503) })
    await api.fetchTransactions()
    expect(api.state.get().blockedUntil).toBeUndefined()
  })
})

describe('A new head', () => {
  it('New transactions wait above until the visitor asks for them', async () => {
    const { api, answer } = await openSite({ server: () => page([entry('a')]) })
    await api.open()
    answer(() =>
      page([entry('c', { minedAt: at(24) }), entry('b', { minedAt: at(23) }), entry('a')]),
    )
    await api.refresh()
    expect([ids(api.state.get().transactions), api.state.get().fresh]).toEqual([['a'], 2])
    await api.showNew()
    expect([ids(api.state.get().transactions), api.state.get().fresh]).toEqual([['c', 'b', 'a'], 0])
  })
  it('A page that is all new takes the list’s place, as entries may lie between', async () => {
    const { api, answer } = await openSite({ server: () => page([entry('a')]) })
    await api.open()
    answer(() => page([entry('z', { minedAt: at(24) })], 'c9'))
    await api.refresh()
    expect(ids(api.state.get().transactions)).toEqual(['a'])
    await api.showNew()
    expect([ids(api.state.get().transactions), api.state.get().next]).toEqual([['z'], 'c9'])
  })
  it('A transaction that the chain took back disappears, and is said once', async () => {
    const { api, answer } = await openSite({
      server: () => page([entry('b', { minedAt: at(23) }), entry('a')]),
    })
    await api.open()
    answer(() => page([entry('a')]))
    await api.refresh()
    await api.refresh()
    expect([ids(api.state.get().transactions), api.state.get().undone]).toEqual([['a'], 1])
    await api.showNew()
    expect(api.state.get().undone).toBe(0)
  })
  it('Older pages that were loaded are not taken for undone', async () => {
    const { api } = await openSite({ server: paged })
    await api.open()
    await api.loadMore()
    await api.refresh()
    expect([ids(api.state.get().transactions), api.state.get().undone]).toEqual([
      ['a', 'b', 'c'],
      0,
    ])
  })
  it('A head that could not be fetched keeps list and cursor, and says nothing aloud', async () => {
    const { api, answer, kernel } = await openSite({ server: paged })
    await api.open()
    answer(() => refused(500))
    await api.refresh()
    expect(api.state.get()).toMatchObject({ next: 'c2', error: { code: 'http.status' } })
    expect(ids(api.state.get().transactions)).toEqual(['a', 'b'])
    expect((await kernel.ports.late.load()).toasts.get()).toBeUndefined()
  })
})

describe('Pending transactions', () => {
  const sent = (more: Partial<PendingTransaction> = {}): PendingTransaction => ({
    id: 'tx1',
    network: ONE,
    account: ALICE.toLowerCase(),
    hash: hashOf('new'),
    at: Date.parse(at(25)),
    status: 'pending',
    amount: '1',
    symbol: 'ETH',
    receiver: BOB,
    ...more,
  })
  /** A source that the test drives. */
  const source = (initial: readonly PendingTransaction[]) => {
    let list = initial
    const listeners = new Set<() => void>()
    const value: PendingSource = {
      id: 'mine',
      pending: {
        get: () => list,
        subscribe: (listener) => {
          const call = (): void => listener(list, list)
          listeners.add(call)
          return () => void listeners.delete(call)
        },
      },
    }
    return {
      value,
      set(next: readonly PendingTransaction[]) {
        list = next
        for (const listener of listeners) listener()
      },
    }
  }
  const POINT = createToken<PendingSource>('activity.pending')

  it('Plugins name what they sent with this account and network, with or without a server', async () => {
    for (const hasBackend of [true, false]) {
      const { api, ctx } = await openSite({ hasBackend })
      ctx.points.add(
        POINT,
        source([sent(), sent({ id: 'b', account: MALLORY }), sent({ id: 'c', network: TEN })])
          .value,
      )
      await api.open()
      expect(ids(api.state.get().pending)).toEqual(['other tx1'])
      expect(api.state.get().hasBackend).toBe(hasBackend)
    }
  })
  it('The list is read anew when one of them has ended', async () => {
    const { api, ctx, answer } = await openSite({ server: () => page([]) })
    const mine = source([sent()])
    ctx.points.add(POINT, mine.value)
    await api.open()
    answer(() => page([entry('new', { minedAt: at(25) })]))
    mine.set([sent({ status: 'success' })])
    await vi.waitFor(() => expect(ids(api.state.get().transactions)).toEqual(['new']))
  })
})

describe('Without a server', () => {
  it('Nothing is asked, and the network and its explorer are known', async () => {
    const { api, calls } = await openSite({ hasBackend: false })
    await api.open()
    expect(calls).toEqual([])
    expect(api.state.get()).toMatchObject({
      hasBackend: false,
      network: { blockExplorers: [{ name: 'Etherscan' }] },
    })
  })
})

describe('Following', () => {
  it('While the list is shown its head is looked for every 15 s, and not afterwards', async () => {
    const { api, calls } = await openSite({ server: () => page([entry('a')]) })
    await api.open()
    vi.useFakeTimers()
    const stop = await api.follow()
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(calls).toHaveLength(3)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(3)
  })
})

describe('Times', () => {
  it('Five minutes are 5 min, and two hours 2 hrs [TX-20]', async () => {
    const { api, kernel, ctx } = await openSite()
    await api.open()
    await kernel.ports.late.load()
    const ago = (ms: number): string => {
      const { k, count } = agoOf(0, ms) as { k: string; count: number }
      return ctx.messages.text(k, { count })
    }
    expect([ago(5 * 60_000), ago(2 * 3_600_000), ago(3_600_000)]).toEqual([
      '5 min',
      '2 hrs',
      '1 hr',
    ])
  })
})

describe('Dust', () => {
  it('An unasked transfer below 0.001 US dollars is marked once prices are known', async () => {
    const cheap = token({
      direction: 'in',
      from: MALLORY,
      to: ALICE,
      quantity: { numeric: '0.0000001' },
    })
    const { api } = await openSite({
      server: (url) =>
        url.pathname === '/v1/fungible/price'
          ? { fungibles: [{ address: ONE, name: 'Ether', symbol: 'ETH', price: 2_000 }] }
          : page([incoming('a', MALLORY, [cheap]), incoming('b', MALLORY)]),
    })
    await api.fetchTransactions()
    await vi.waitFor(() => expect(api.state.get().suspicions).toEqual({ a: { doubts: ['dust'] } }))
  })
  it('Prices that could not be read are asked for again with the next list', async () => {
    let asked = 0
    const { api, answer } = await openSite()
    const listing: Server = () => page([incoming('a', MALLORY)])
    const priced =
      (price: () => object): Server =>
      (url, init) => {
        if (url.pathname !== '/v1/fungible/price') return listing(url, init)
        asked++
        return price()
      }
    answer(priced(() => ({ nonsense: 1 })))
    await api.fetchTransactions()
    await vi.waitFor(() => expect(asked).toBe(1))
    answer(priced(() => ({ fungibles: [] })))
    await vi.waitFor(async () => {
      await api.fetchTransactions()
      expect(asked).toBe(2)
    })
  })
})

it('Another chain family has no history', async () => {
  const { kernel, calls } = await openSite({
    isConnected: false,
    plugins: [chain('solana', ['solana:main'], 'So1')],
  })
  await kernel.connect('wallet-solana')
  expect(calls).toEqual([])
})
