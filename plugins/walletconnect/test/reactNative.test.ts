// React Native as a host: `window` is the global object and has no events, there is no document, and
// no database.
import { fakeStorage } from '@latchkey/plugin-testkit'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ALICE, openStage, type Stage } from './support.js'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
afterEach(() => vi.unstubAllGlobals())

function becomeReactNative(): void {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('navigator', { product: 'ReactNative' })
}

it('In React Native a session is kept in the storage of the host, and comes back with the app', async () => {
  const wallet = await stage.wallet()
  const storage = fakeStorage()
  becomeReactNative()
  expect('addEventListener' in window || 'document' in window || 'indexedDB' in window).toBe(false)
  const first = await stage.site({ storage, keeps: storage })
  await first.connect(wallet)
  expect(first.kernel.ports.accounts.active()?.address).toBe(ALICE)
  first.kernel.dispose()

  const again = await stage.site({ storage, keeps: storage })
  await expect.poll(() => again.kernel.ports.accounts.active()?.address).toBe(ALICE)
  const signed = again.kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: ['0x00', ALICE],
  })
  expect(await signed).toBe('personal_sign!')
  await again.kernel.disconnect()
  expect(again.kernel.ports.accounts.active()).toBeUndefined()
})

it('In React Native a request opens the app that the host named', async () => {
  const openURL = vi.fn()
  const wallet = await stage.wallet()
  becomeReactNative()
  vi.stubGlobal('Linking', { openURL })
  const site = await stage.site()
  await site.connect(wallet)
  await site.api.useApp({ href: 'wallet://', name: 'Wallet' })
  await site.kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'personal_sign',
    params: ['0x00', ALICE],
  })
  expect(openURL).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^wallet:\/\//))
})
