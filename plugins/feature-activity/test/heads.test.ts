import { createToken } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PendingSource, PendingTransaction } from '../src/index.js'
import { ALICE, BOB, entry, hashOf, ONE } from './entries.js'
import { cleanUp, openSite, page, type Server } from './page.js'

afterEach(cleanUp)
const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id)
const refused = (status: number): Response => Response.json({}, { status })
const a = entry('a', { minedAt: at(3) })
/** Two pages: the second by the cursor c2. */
const paged: Server = (url) =>
  url.searchParams.get('cursor') === 'c2'
    ? page([entry('c', { minedAt: at(1) })])
    : page([a, entry('b', { minedAt: at(2) })], 'c2')
/** Answers that the test gives when it wants, in the order of the calls. */
const held = () => {
  const answers: ((body: unknown) => void)[] = []
  const server: Server = () => new Promise((done) => answers.push(done))
  return { answers, server }
}

describe('A server that has not read all at first', () => {
  it.each([
    ['nothing', []],
    ['a part of the page', [a]],
  ])('After %s, all of the history can be reached', async (_, first) => {
    const { api, answer } = await openSite({ server: () => page(first) })
    await api.open()
    expect(api.state.get().next).toBeUndefined()
    answer(paged)
    await api.refresh()
    expect([ids(api.state.get().transactions), api.state.get().fresh]).toEqual([['a', 'b'], 0])
    expect(api.state.get().next).toBe('c2')
    await api.loadMore()
    expect(ids(api.state.get().transactions)).toEqual(['a', 'b', 'c'])
  })
  it('A list that was read to its end has ended, whatever the new head says', async () => {
    const { api } = await openSite({ server: paged })
    await api.open()
    await api.loadMore()
    await api.refresh()
    expect(api.state.get().next).toBeUndefined()
  })
})

describe('A page that could not be read', () => {
  it('Its cursor is the next one again after a good answer, and the error is gone', async () => {
    const { api, answer } = await openSite({ server: paged })
    await api.open()
    answer(() => refused(500))
    await api.loadMore()
    expect(api.state.get()).toMatchObject({ next: undefined, error: { code: 'http.status' } })
    answer(paged)
    await api.refresh()
    expect(api.state.get()).toMatchObject({ next: 'c2', error: undefined })
    await api.loadMore()
    expect(ids(api.state.get().transactions)).toEqual(['a', 'b', 'c'])
  })
  it('The first page is read when the network is back, and when the tab is opened again', async () => {
    for (const wake of ['online', 'open'] as const) {
      const { api, answer, calls } = await openSite({ server: () => refused(500) })
      const listeners = new Map<string, () => void>()
      vi.stubGlobal('addEventListener', (name: string, listener: () => void) =>
        listeners.set(name, listener),
      )
      const stop = await api.follow()
      await vi.waitFor(() => expect(api.state.get().error).toBeDefined())
      expect(calls).toHaveLength(1)
      answer(paged)
      if (wake === 'online') listeners.get('online')!()
      else await api.open()
      await vi.waitFor(() => expect(ids(api.state.get().transactions)).toEqual(['a', 'b']))
      stop()
      vi.unstubAllGlobals()
    }
  })
})

describe('Answers that come in another order', () => {
  it('An older head that comes last does not take anything back', async () => {
    const { api, answer, calls } = await openSite({ server: () => page([a]) })
    await api.open()
    const { answers, server } = held()
    answer(server)
    const older = api.refresh()
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    const newer = api.refresh()
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    answers[1]!(page([entry('n', { minedAt: at(23) }), a]))
    await newer
    await api.showNew()
    answers[0]!(page([a]))
    await older
    expect([ids(api.state.get().transactions), api.state.get().undone]).toEqual([['n', 'a'], 0])
  })
  it('A head that was asked for before the list was read anew is too late', async () => {
    const { api, answer, calls } = await openSite({ server: () => page([a]) })
    await api.open()
    const { answers, server } = held()
    answer(server)
    const head = api.refresh()
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    answer(() => page([entry('n', { minedAt: at(23) }), a]))
    await api.fetchTransactions()
    answers[0]!(page([a]))
    await head
    expect([ids(api.state.get().transactions), api.state.get().undone]).toEqual([['n', 'a'], 0])
  })
  it.each([
    ['answer', page([entry('c', { minedAt: at(1) })], 'c3')],
    ['failure', refused(500)],
  ])('The %s of a page of the list before is too late', async (_, late) => {
    const { api, answer, calls } = await openSite({ server: paged })
    await api.open()
    answer(() => page([entry('z', { minedAt: at(24) })], 'c9'))
    await api.refresh()
    const { answers, server } = held()
    answer(server)
    const more = api.loadMore()
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    await api.showNew()
    answers[0]!(late)
    await more
    expect(ids(api.state.get().transactions)).toEqual(['z'])
    expect(api.state.get()).toMatchObject({ next: 'c9', loading: false, error: undefined })
  })
})

const SENT: PendingTransaction = {
  id: 'tx1',
  network: ONE,
  account: ALICE,
  hash: hashOf('own').toUpperCase().replace('0X', '0x'),
  at: Date.parse(at(25)),
  status: 'pending',
  amount: '1',
  symbol: 'ETH',
  receiver: BOB,
}

describe('An own transaction', () => {
  it('Its entry takes its place at once, while those of others wait', async () => {
    const { api, ctx, answer } = await openSite({ server: () => page([a]) })
    ctx.points.add(createToken<PendingSource>('activity.pending'), {
      id: 'mine',
      pending: { get: () => [SENT], subscribe: () => () => undefined },
    })
    await api.open()
    const [own, other] = [entry('own', { minedAt: at(25) }), entry('other', { minedAt: at(24) })]
    answer(() => page([own, other, a]))
    await api.refresh()
    expect([ids(api.state.get().transactions), api.state.get().fresh]).toEqual([['own', 'a'], 1])
    await api.showNew()
    expect(ids(api.state.get().transactions)).toEqual(['own', 'other', 'a'])
  })
  it('Its entry takes its place above a gap too, and the gap is filled on demand', async () => {
    const { api, ctx, answer } = await openSite({ server: () => page([a]) })
    ctx.points.add(createToken<PendingSource>('activity.pending'), {
      id: 'mine',
      pending: { get: () => [SENT], subscribe: () => () => undefined },
    })
    await api.open()
    const [own, other] = [entry('own', { minedAt: at(24) }), entry('other', { minedAt: at(25) })]
    answer(() => page([other, own], 'c9'))
    await api.refresh()
    expect(ids(api.state.get().transactions)).toEqual(['own', 'a'])
    // The own entry does not join the page to the list.
    await api.refresh()
    expect([ids(api.state.get().transactions), api.state.get().fresh]).toEqual([['own', 'a'], 1])
    await api.showNew()
    expect([ids(api.state.get().transactions), api.state.get().next]).toEqual([
      ['other', 'own'],
      'c9',
    ])
  })
})

describe('Purchases at Coinbase', () => {
  it.each([
    ['None of them', () => page([])],
    ['Their failure', () => refused(500)],
  ])('%s leaves the list and its cursor as they are', async (_, bought) => {
    const { api, answer } = await openSite({ server: paged })
    await api.open()
    answer(bought)
    await api.fetchTransactions({ onramp: 'coinbase' })
    expect(api.state.get()).toMatchObject({ empty: false, next: 'c2', loading: false })
    expect(ids(api.state.get().transactions)).toEqual(['a', 'b'])
  })
})
