// Events at an awkward time: while the store is asked, after the end of the kernel, during a call of
// the site.
import { fakeStorage } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { browserStore, type SessionStore, type StoreChoice } from '../src/index.js'
import { becomePage, closeAll, declines, eventually, openSite } from './support.js'

beforeAll(becomePage)
afterEach(closeAll)
const VIEW = 'SIWXSignMessage'
const [MAINNET, OPTIMISM] = ['eip155:1', 'eip155:10'] as const
const ticks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The browser's store. `hold` holds its answers back, and returns a function that releases them. */
function slowStore(): StoreChoice & { hold(method: keyof SessionStore): () => void } {
  const waiting: Partial<Record<string, Promise<void>>> = {}
  return {
    hold(method) {
      let go = (): void => undefined
      waiting[method] = new Promise((resolve) => (go = resolve))
      return () => {
        delete waiting[method]
        go()
      }
    },
    async open(place) {
      const store = await browserStore().open(place)
      const held = <Name extends keyof SessionStore>(name: Name) =>
        (async (...args: unknown[]) => {
          await waiting[name]
          return (store[name] as (...args: unknown[]) => unknown)(...args)
        }) as SessionStore[Name]
      return {
        nonce: held('nonce'),
        add: held('add'),
        getSessions: held('getSessions'),
        revoke: held('revoke'),
      }
    },
  }
}

describe('who waits for a sign-in', () => {
  it('A call of signIn shows the view, even while the account is looked up and had declined before', async () => {
    const [storage, wallet, store] = [
      fakeStorage(),
      new Eip155Wallet({ chains: [1, 10] }),
      slowStore(),
    ]
    const first = await openSite({}, { kernel: { storage }, wallet })
    await first.connect()
    await first.api.cancel()
    first.kernel.dispose()
    const go = store.hold('getSessions')
    const { api, is, shows } = await openSite(
      { store },
      { kernel: { storage }, wallet, resume: true },
    )
    await is('checking')
    const signedIn = api.signIn()
    go()
    await shows(VIEW)
    await api.requestSignMessage()
    expect((await signedIn).data.chainId).toBe(MAINNET)
  })
  it('A call of signIn shows the view on a network where sign-in was declined before', async () => {
    const { connect, api, kernel, shows, is } = await openSite()
    await connect()
    await kernel.switchNetwork(OPTIMISM)
    await shows(VIEW)
    await api.cancel()
    await kernel.switchNetwork(MAINNET)
    const signedIn = api.signIn()
    await shows(VIEW)
    await kernel.switchNetwork(OPTIMISM)
    await is('asking')
    await shows(VIEW)
    await api.requestSignMessage()
    expect((await signedIn).data.chainId).toBe(OPTIMISM)
  })
  it('A call of signIn is rejected when the kernel ends', async () => {
    const { connect, api, kernel } = await openSite()
    await connect()
    const refused = expect(api.signIn()).rejects.toMatchObject({ code: 'kernel.disposed' })
    await ticks()
    kernel.dispose()
    await refused
  })
})

it('A visitor who changes the account while signing out stays connected with the other one', async () => {
  const store = slowStore()
  const { connect, api, wallet, kernel, is, view } = await openSite({ store, required: true })
  await connect()
  const { data } = await api.requestSignMessage()
  const go = store.hold('revoke')
  const signingOut = api.signOut()
  wallet.show('other')
  await eventually(() =>
    expect(api.session.get().request?.data.accountAddress).toBe(wallet.address),
  )
  await is('asking')
  go()
  await signingOut
  expect([
    kernel.ports.connections.get().connections.length,
    api.session.get().status,
    view(),
  ]).toEqual([1, 'asking', VIEW])
  const browser = (await api.requestSignMessage()).data.accountAddress
  expect(browser).not.toBe(data.accountAddress)
})

describe('where sign-in is required', () => {
  it('A call of the site that fails under another view leads back to the sign-in view', async () => {
    const { connect, api, wallet, kernel, shows, isOpen, view } = await openSite({ required: true })
    await connect()
    kernel.open('Account')
    wallet.behave(declines)
    await api.requestSignMessage().catch(() => undefined)
    await shows(VIEW)
    expect([kernel.close(), isOpen(), view()]).toEqual([false, true, VIEW])
  })
  it('A required sign-in view stays while the store is asked about another network, and Cancel leaves it', async () => {
    const store = slowStore()
    const { connect, api, kernel, is, isOpen, wallet, view } = await openSite({
      store,
      required: true,
    })
    await connect()
    store.hold('getSessions')
    wallet.move('other')
    await is('checking')
    expect([kernel.close(), isOpen(), view()]).toEqual([false, true, VIEW])
    await api.cancel()
    expect([kernel.ports.connections.get().connections, view()]).toEqual([[], 'Connect'])
    expect(kernel.close()).toBe(true)
  })
  it('A store that cannot be opened ends the connection [ERR-20] [ERR-21] [ERR-22]', async () => {
    let fails = true
    const { kernel, toasts, views, api, shows } = await openSite({
      required: true,
      store: {
        open: (place) =>
          fails ? Promise.reject(new Error('storage is blocked')) : browserStore().open(place),
      },
    })
    kernel.open()
    await kernel.connect('test.bench').catch(() => undefined)
    await eventually(() =>
      expect(toasts()).toEqual([
        'error: A problem occurred while trying initialize authentication',
      ]),
    )
    await eventually(() =>
      expect([kernel.ports.connections.get().connections, views()]).toEqual([[], ['Connect']]),
    )
    fails = false
    await kernel.connect('test.bench')
    await shows(VIEW)
    expect((await api.requestSignMessage()).data.chainId).toBe(MAINNET)
  })
})

describe('the end of the page', () => {
  it('The end of the kernel while the signature is verified leaves no timer and no session', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const store = slowStore()
    const { connect, api, kernel, is, events } = await openSite({ store })
    await connect()
    const go = store.hold('add')
    const dropped = expect(api.requestSignMessage()).rejects.toMatchObject({
      code: 'kernel.disposed',
    })
    await is('verifying')
    kernel.dispose()
    go()
    await dropped
    expect([vi.getTimerCount(), events('siwx:signed-in'), events('siwx:failed')]).toEqual([
      0,
      [],
      [],
    ])
  })
  it('The end of the kernel while the store is asked opens no view', async () => {
    const store = slowStore()
    const { kernel, is, api, events } = await openSite({ store })
    const go = store.hold('getSessions')
    const connecting = kernel.connect('test.bench').catch(() => undefined)
    await is('checking')
    kernel.dispose()
    go()
    await connecting
    await ticks()
    expect([api.session.get().status, events('modal:opened'), events('siwx:failed')]).toEqual([
      'checking',
      [],
      [],
    ])
  })
})

it('A message that expires in a leap second is valid until then', async () => {
  const { connect, api } = await openSite({ expirationTime: '2048-12-31T23:59:60Z' })
  await connect()
  const session = await api.requestSignMessage()
  expect([api.session.get().status, await api.getSessions()]).toEqual(['signedIn', [session]])
})

describe('while the signature is looked at, a visitor who', () => {
  /** Signs, while the store holds the verification back until `go` is called. */
  const verifying = async (required: boolean) => {
    const store = slowStore()
    const site = await openSite({ store, required })
    await site.connect()
    const go = store.hold('add')
    const signed = site.api.requestSignMessage()
    await site.is('verifying')
    return { ...site, signed, go }
  }

  it.each([false, true])(
    'A visitor who cancels while the signature is verified is signed in nowhere: required %s',
    async (required) => {
      const { api, signed, go, kernel, events } = await verifying(required)
      const left = api.cancel()
      go()
      await expect(signed).rejects.toMatchObject({ code: 'siwx.cancelled' })
      await left
      if (required) await kernel.connect('test.bench')
      expect([await api.getSessions(), events('siwx:signed-in')]).toEqual([[], []])
    },
  )

  it.each([false, true])(
    'A visitor who disconnects while the signature is verified is signed in nowhere: required %s',
    async (required) => {
      const { api, signed, go, kernel, connect, events } = await verifying(required)
      await kernel.disconnect()
      go()
      await expect(signed).rejects.toMatchObject({ code: 'siwx.cancelled' })
      await connect()
      expect([api.session.get().status, await api.getSessions(), events('siwx:signed-in')]).toEqual(
        ['asking', [], []],
      )
    },
  )

  it('A visitor who switches the network during verification keeps the session of the first one', async () => {
    const { api, signed, go, kernel, is, network } = await verifying(true)
    await kernel.ports.activeNetwork.switch(OPTIMISM)
    go()
    await expect(signed).rejects.toMatchObject({ code: 'kernel.aborted' })
    await is('asking')
    expect([network(), api.session.get().request?.data.chainId]).toEqual([OPTIMISM, OPTIMISM])
    await kernel.ports.activeNetwork.switch(MAINNET)
    await is('signedIn')
  })
})

describe('a visitor who disconnects while the store cannot be reached', () => {
  const leave = async (storage = fakeStorage()) => {
    const site = await openSite({}, { kernel: { storage } })
    await site.connect()
    await site.api.requestSignMessage()
    site.store.faults.revoke = new Error('offline')
    await site.kernel.disconnect()
    await eventually(() => expect(site.events('siwx:signed-out')).toHaveLength(1))
    return site
  }
  const revocations = ({ store }: { store: { calls: readonly string[] } }): number =>
    store.calls.filter((name) => name === 'revoke').length

  it('A visitor who left while the store was down is signed out before the next connect on the same page', async () => {
    const site = await leave()
    expect(revocations(site)).toBe(1)
    delete site.store.faults.revoke
    await site.connect()
    expect([site.api.session.get().status, revocations(site)]).toEqual(['asking', 2])
    await site.api.requestSignMessage()
    await site.kernel.disconnect()
    await site.connect()
    expect(revocations(site)).toBe(3)
  })

  it('A visitor who left while the store was down is signed out by the next page at once', async () => {
    const storage = fakeStorage()
    const before = await leave(storage)
    before.kernel.dispose()
    const site = await openSite({}, { kernel: { storage }, wallet: before.wallet, resume: true })
    site.kernel.open()
    await eventually(() => expect(revocations(site)).toBe(1))
    await site.kernel.connect('test.bench')
    expect(site.api.session.get().status).toBe('asking')
  })

  it('A visitor whose old session still cannot be ended can sign in again', async () => {
    const site = await leave()
    await site.connect()
    expect([site.api.session.get().status, revocations(site)]).toEqual(['signedIn', 2])
  })
})
