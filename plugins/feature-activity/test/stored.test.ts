import { fakeStorage } from '@latchkey/plugin-testkit/fakes'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, entry, nft, ONE, TEN, token } from './entries.js'
import { cleanUp, openSite, page, type Server } from './page.js'

afterEach(() => {
  cleanUp()
  vi.useRealTimers()
})
const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id)
const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
const offline: Server = () => new TypeError('Failed to fetch')
const LIST = [
  entry('b', { minedAt: at(3) }, [token(), nft()]),
  entry('a', { minedAt: at(2), fee: '7', status: 'failed', reason: 'too late' }),
]

/** A storage in which a visit has left the list, and what it left. */
async function leaveList(data: unknown = LIST) {
  const storage = fakeStorage()
  const { api, kernel } = await openSite({ server: () => page(data, 'c2'), storage })
  await api.open()
  kernel.dispose()
  const key = Object.keys(storage.entries()).find((name) => name.endsWith(':history'))!
  return { storage, key, json: storage.getItem(key)! }
}

describe('After a reload without a network', () => {
  it('The list of the last visit is there, with its time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 12, 4) })
    const { storage } = await leaveList()
    vi.setSystemTime(Date.UTC(2026, 10, 23, 13))
    const { api } = await openSite({ server: offline, storage })
    await api.open()
    const { transactions, readAt, error } = api.state.get()
    expect([transactions, readAt]).toEqual([LIST, Date.UTC(2026, 10, 23, 12, 4)])
    expect(error).toMatchObject({ code: 'http.unreachable' })
  })
  it('The first good answer takes its place, with its further pages', async () => {
    const { storage } = await leaveList()
    const { api, answer } = await openSite({ server: offline, storage })
    await api.open()
    answer((url) =>
      url.searchParams.has('cursor')
        ? page([entry('old', { minedAt: at(1) })])
        : page([entry('c', { minedAt: at(4) }), LIST[0]], 'c3'),
    )
    await api.refresh()
    expect(api.state.get()).toMatchObject({ next: 'c3', error: undefined, fresh: 0, undone: 0 })
    await api.loadMore()
    expect(ids(api.state.get().transactions)).toEqual(['c', 'b', 'old'])
  })
  it('A list of another account, of another network or of yesterday is not shown', async () => {
    const { storage, key, json } = await leaveList()
    const shown = async (text: string): Promise<string[]> => {
      storage.setItem(key, text)
      const { api, kernel } = await openSite({ server: offline, storage })
      await api.open()
      kernel.dispose()
      return ids(api.state.get().transactions)
    }
    expect(await shown(json)).toEqual(['b', 'a'])
    expect(await shown(json.replace(ALICE.toLowerCase(), BOB.toLowerCase()))).toEqual([])
    expect(await shown(json.replaceAll(ONE, TEN))).toEqual([])
    expect(await shown(json.replace(/"at":\d+/, `"at":${Date.now() - 86_400_001}`))).toEqual([])
    expect(await shown(json.replace(/"at":\d+/, '"at":"x"'))).toEqual([])
  })
  it('An entry that another script spoiled is left out alone', async () => {
    const { storage, key, json } = await leaveList()
    for (const [from, to] of [
      ['"minedAt":"2026-11-03', '"minedAt":"soon'],
      ['"numeric":"1.5"', '"numeric":"-1"'],
      ['"direction":"in"', '"direction":"up"'],
      ['"token_id":"7"', '"token_id":{}'],
      ['"symbol":"ETH"', '"symbol":7'],
      ['"id":"b"', `"id":"${'b'.repeat(301)}"`],
    ] as const) {
      expect(json).toContain(from)
      storage.setItem(key, json.replace(from, to))
      const { api, kernel } = await openSite({ server: offline, storage })
      await api.open()
      expect([from, ids(api.state.get().transactions)]).toEqual([from, ['a']])
      kernel.dispose()
    }
  })
})

it('Four lists are kept at most, each of at most 60,000 letters', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => entry(`e${index}`))
  const { storage, key, json } = await leaveList(many)
  expect(json.length).toBeLessThan(61_000)
  expect(json.length).toBeGreaterThan(50_000)
  const [own] = JSON.parse(json) as object[]
  storage.setItem(
    key,
    JSON.stringify(['v', 'w', 'x', 'y', 'z'].map((owner) => ({ ...own, owner }))),
  )
  const { api } = await openSite({ server: () => page(LIST), storage })
  await api.open()
  expect(
    (JSON.parse(storage.getItem(key)!) as { owner: string }[]).map(({ owner }) => owner),
  ).toEqual([`${ONE}:${ALICE.toLowerCase()}`, 'v', 'w', 'x'])
})
