import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coin, FakeServer, held, openSite, type Site } from './bench.js'

const HASH = `0x${'cd'.repeat(32)}`
const START = 1_700_000_000_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

describe('a forced reading', () => {
  it('A reading that is under way is not taken for a forced one, but followed by it', async () => {
    const server = new FakeServer()
    const answer = held<unknown>()
    server.balances = () => answer.promise
    const { api, until, names } = await openSite({ server })
    const plain = api.tokens()
    await until(() => server.of('balance').length)
    const forced = [api.refresh(), api.refresh()]
    server.balances = () => [coin({ name: 'Newer' })]
    answer.resolve([coin({ name: 'Older' })])
    await Promise.all([plain, ...forced])
    const asked = server.of('balance').map(({ searchParams }) => searchParams.get('forceUpdate'))
    expect(asked).toEqual([null, 'true'])
    expect(names()).toEqual(['Newer'])
  })
  it('A forced reading does not follow one that failed', async () => {
    const server = new FakeServer()
    const answer = held<unknown>()
    server.balances = () => answer.promise
    const { api, until } = await openSite({ server })
    const plain = api.watch()
    await until(() => server.of('balance').length)
    const forced = api.refresh()
    answer.resolve(500)
    await forced
    expect(server.of('balance')).toHaveLength(1)
    plain()
  })
})

describe('a transaction that the answer does not know of yet', () => {
  /** A watched site whose server does not know of the transaction yet. */
  const open = async (): Promise<Site> => {
    const server = new FakeServer()
    const site = await openSite({ server })
    site.api.watch()
    await site.until(() => site.api.state.get().at)
    server.balances = () => Response.json({ balances: [coin()], settled: false })
    server.asked.length = 0
    site.changed('eip155:1', HASH)
    await site.until(() => server.of('balance').length && !site.api.state.get().loading)
    return site
  }
  const count = ({ server }: Site): number => server.of('balance').length

  it('It is asked for again after 2 s, then 4 s, until the answer knows of it', async () => {
    const site = await open()
    await pass(1_000)
    expect(count(site)).toBe(1)
    await pass(1_500)
    expect(count(site)).toBe(2)
    await pass(2_000)
    expect(count(site)).toBe(2)
    site.server.balances = () => [coin()]
    await pass(2_500)
    expect(count(site)).toBe(3)
    expect(site.server.of('balance').at(-1)!.searchParams.get('forceUpdate')).toBe(HASH)
    await pass(600_000)
    expect(count(site)).toBe(3)
  })
  it('It is asked for eight times more at most', async () => {
    const site = await open()
    await pass(3_600_000)
    expect(count(site)).toBe(9)
  })
  it('It is not asked for where nobody watches any more', async () => {
    const server = new FakeServer()
    server.balances = () => Response.json({ balances: [coin()], settled: false })
    const { api, changed } = await openSite({ server })
    changed('eip155:1', HASH)
    await api.tokens()
    await pass(600_000)
    expect(server.of('balance')).toHaveLength(1)
  })
  it('A page that is hidden waits until it is seen', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('document', page)
    const site = await open()
    page.visibilityState = 'hidden'
    await pass(600_000)
    expect(count(site)).toBe(1)
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    await site.until(() => count(site) === 2)
  })
})
