// Two tabs of one site: one tab follows the other.
import { fakeStorage, type FakeStorage } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { becomePage, closeAll, openSite, type Site } from './support.js'

beforeAll(becomePage)
afterEach(closeAll)
const VIEW = 'SIWXSignMessage'

/** Sends every tab a storage event for each key, as a browser does for other tabs. */
function deliver(storage: FakeStorage): void {
  for (const key of Object.keys(storage.entries()))
    window.dispatchEvent(
      Object.assign(new Event('storage'), {
        key,
        oldValue: null,
        newValue: null,
        storageArea: storage,
      }),
    )
}
async function twoTabs(
  options: Parameters<typeof openSite>[0] = {},
): Promise<{ first: Site; second: Site; storage: FakeStorage }> {
  const storage = fakeStorage()
  const wallet = new Eip155Wallet({ chains: [1, 10] })
  const first = await openSite(options, { kernel: { storage }, wallet })
  await first.connect()
  const second = await openSite(options, { kernel: { storage }, wallet, resume: true })
  await second.shows(VIEW)
  return { first, second, storage }
}

it('Signing in closes the view of the other tab, which announces no second sign-in', async () => {
  const { first, second, storage } = await twoTabs({ required: true })
  const session = await first.api.requestSignMessage()
  expect(second.api.session.get().status).toBe('asking')
  deliver(storage)
  await second.is('signedIn')
  expect([second.isOpen(), second.api.session.get().session]).toEqual([false, session])
  expect([first.events('siwx:signed-in').length, second.events('siwx:signed-in').length]).toEqual([
    1, 0,
  ])
})
it('Signing in ends the question of the wallet in the other tab: one signature is enough', async () => {
  const { first, second, storage } = await twoTabs()
  second.wallet.behave('silence')
  const dropped = expect(second.api.requestSignMessage()).rejects.toBeDefined()
  await second.is('signing')
  second.wallet.behave('accept')
  await first.api.requestSignMessage()
  deliver(storage)
  await dropped
  expect([second.api.session.get().status, second.isOpen(), second.toasts()]).toEqual([
    'signedIn',
    false,
    [],
  ])
})
it('Signing out is followed by the other tab, without a question where sign-in is optional', async () => {
  const { first, second, storage } = await twoTabs()
  await first.api.requestSignMessage()
  deliver(storage)
  await second.is('signedIn')
  await first.api.signOut()
  deliver(storage)
  await second.is('signedOut')
  expect([second.isOpen(), second.api.session.get().session]).toEqual([false, undefined])
})
it('Signing out where sign-in is required ends the connection in both tabs', async () => {
  const { first, second, storage } = await twoTabs({ required: true })
  await first.api.requestSignMessage()
  deliver(storage)
  await second.is('signedIn')
  await first.api.signOut()
  deliver(storage)
  await second.is('idle')
  expect([second.kernel.ports.connections.get().connections, second.view()]).toEqual([
    [],
    'Connect',
  ])
})
it('Cancelling a required sign-in takes the view away in both tabs', async () => {
  const { first, second, storage } = await twoTabs({ required: true })
  await first.api.cancel()
  deliver(storage)
  await second.is('idle')
  expect([first.view(), second.view()]).toEqual(['Connect', 'Connect'])
})
