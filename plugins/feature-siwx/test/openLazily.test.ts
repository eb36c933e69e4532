import type { SessionStore, StoreChoice } from '../src/types.js'
import { expect, it, vi } from 'vitest'
import { openLazily } from '../src/stores/openLazily.js'

type Place = Parameters<typeof openLazily>[1]
/** A plugin's context with the one member that is used: it runs the loading when it is needed. */
const place = {
  ctx: { lazy: (_what: string, load: () => Promise<unknown>) => load },
} as unknown as Place

function start(pageNonces: boolean) {
  const store = {
    nonce: vi.fn(async () => ({ nonce: 'of the store' })),
    getSessions: async () => [],
  }
  const open = vi.fn<StoreChoice['open']>(() => store as unknown as SessionStore)
  return { lazily: openLazily({ pageNonces, open }, place), open, store }
}

it("A nonce of the page's own is made without opening the store", async () => {
  const { lazily, open } = start(true)
  const [one, other] = [await lazily.nonce(), await lazily.nonce()]
  expect(one.nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(other.nonce).not.toBe(one.nonce)
  expect(open).not.toHaveBeenCalled()
  await lazily.getSessions('eip155:1', '0x00')
  const [{ nonces }] = open.mock.calls[0]!
  expect([nonces.has(one.nonce), nonces.has('another')]).toEqual([true, false])
})

it('A store that gives nonces out is opened for one', async () => {
  const { lazily, open, store } = start(false)
  expect(await lazily.nonce()).toEqual({ nonce: 'of the store' })
  expect(open).toHaveBeenCalledTimes(1)
  expect(store.nonce).toHaveBeenCalledTimes(1)
})
