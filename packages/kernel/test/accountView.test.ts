import {
  createToken,
  definePlugin,
  type AccountFieldHolder,
  type AnyPlugin,
  type IdentitySource,
} from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { accountView } from '../src/accountView/index.js'
import { account, FakeConnection, scope } from './fakes/FakeConnection.js'
import { FakeConnector } from './fakes/FakeConnector.js'
import { fakeAdapter } from './fakes/fakeAdapter.js'
import { makeWorld, type World } from './fakes/makeWorld.js'

declare module '@latchkey/plugin-api' {
  interface AccountFields {
    loyaltyPoints: number
  }
}
const POINT = createToken<AccountFieldHolder>('account.fields')

const worlds: World[] = []
afterEach(() => worlds.splice(0).forEach(({ kernel }) => kernel.dispose()))

const pluginOf = (id: string, ...holders: readonly AccountFieldHolder[]): AnyPlugin =>
  definePlugin({
    id,
    version: '0.1.0',
    kernelApi: '^0.1',
    setup: ({ points }) => holders.forEach((holder) => void points.add(POINT, holder)),
  })

/** A kernel with a wallet `w` of one account, whose chain knows balances. */
async function start(...plugins: readonly AnyPlugin[]) {
  const user = { username: 'ada' }
  const accounts = [account('test', 'A', { label: 'Savings', user }), account('test', 'B')]
  const link = new FakeConnection('w', 'w', { test: scope(accounts) })
  const connector = new FakeConnector('w', {
    namespaces: ['test'],
    link: () => link,
    name: 'Wallet',
  })
  let value = 1_500_000n
  const balance = vi.fn(async () => ({ value, decimals: 6, symbol: 'TST' }))
  const world = await makeWorld({
    connectors: [connector],
    adapters: [{ ...fakeAdapter('test', { balance }), abilities: ['balance'] }],
    plugins,
  })
  worlds.push(world)
  const warn = vi.spyOn(world.kernel.ports.log, 'warn')
  const view = accountView(world.kernel, 'test')
  return { ...world, link, view, warn, balance, setBalance: (now: bigint) => (value = now) }
}

it('Without a connection the view has the status, and no plugin’s field', async () => {
  const { view, kernel } = await start()
  expect(view.get()).toEqual({
    status: 'disconnected',
    allAccounts: [],
    addressLabels: {},
    address: undefined,
  })
  expect(view.get()).not.toHaveProperty('tokenBalance')
  expect(view.get()).not.toHaveProperty('profileName')
  expect(accountView(kernel, 'test')).toBe(view)
  expect(accountView(kernel, 'other')).not.toBe(view)
  expect(view.get()).toBe(view.get())
})

it('The kernel’s fields follow the account in use, while somebody watches', async () => {
  const { view, kernel, balance } = await start()
  await kernel.connect('w')
  view.get()
  expect(balance).not.toHaveBeenCalled()
  const seen = vi.fn()
  const stop = view.subscribe(seen)
  await vi.waitFor(() => expect(view.get().balance).toBe('1.5'))
  expect(seen.mock.lastCall?.[0]).toBe(view.get())
  expect(view.get()).toMatchObject({
    caipAddress: 'test:1:test-a',
    address: 'test-a',
    status: 'connected',
    balanceSymbol: 'TST',
    user: { username: 'ada' },
    allAccounts: [{ key: 'A' }, { key: 'B' }],
    connectedWalletInfo: { connectorId: 'w', name: 'Wallet' },
    addressLabels: { 'test-a': 'Savings' },
  })
  await kernel.ports.accounts.select({ connectionId: 'w', namespace: 'test', key: 'B' })
  expect(view.get()).toMatchObject({ address: 'test-b', balance: undefined, user: undefined })
  await vi.waitFor(() => expect(balance).toHaveBeenCalledTimes(2))
  stop()
  seen.mockClear()
  await kernel.disconnect()
  expect(seen).not.toHaveBeenCalled()
  expect(view.get()).toMatchObject({ status: 'disconnected', address: undefined })
})

it('A balance that has changed is read anew', async () => {
  const { view, kernel, ctx, setBalance } = await start()
  await kernel.connect('w')
  view.subscribe(() => undefined)
  await vi.waitFor(() => expect(view.get().balance).toBe('1.5'))
  setBalance(2_000_000n)
  ctx.events.emit('fakes:balance-changed' as never, { network: 'test:1' } as never)
  await vi.waitFor(() => expect(view.get().balance).toBe('2'))
})

it('The name comes from the sources of names, and is a field only where there are some', async () => {
  const { view, kernel, ctx } = await start()
  await kernel.connect('w')
  view.subscribe(() => undefined)
  ctx.points.add(createToken<IdentitySource>('identities'), {
    id: 'book',
    identify: async () => ({ name: 'ada.test', avatar: 'https://a.test/ada.png' }),
  })
  await vi.waitFor(() =>
    expect(view.get()).toMatchObject({
      profileName: 'ada.test',
      profileImage: 'https://a.test/ada.png',
    }),
  )
})

it('A stranger’s plugin holds a field of the 19, and one of its own', async () => {
  let points = 1
  let tell = (): void => undefined
  const { view, kernel } = await start(
    pluginOf('stranger', {
      id: 'stranger',
      fields: {
        smartAccountDeployed: ({ account: { type } = { type: 'none' } }) => type === 'eoa',
        loyaltyPoints: () => points,
      },
      subscribe(listener) {
        tell = listener
        return () => (tell = () => undefined)
      },
    }),
  )
  await kernel.connect('w')
  const seen = vi.fn()
  const stop = view.subscribe(seen)
  expect(view.get()).toMatchObject({ smartAccountDeployed: true, loyaltyPoints: 1 })
  points = 2
  tell()
  expect(seen.mock.lastCall?.[0]).toMatchObject({ loyaltyPoints: 2 })
  stop()
})

it('Of two holders of a field the first is asked, and the log warns of the other, once', async () => {
  const { view, warn } = await start(
    pluginOf('first', { id: 'first', fields: { currentTab: () => 'one' } }),
    pluginOf('second', {
      id: 'second',
      fields: { currentTab: () => 'two', address: () => 'mine', farcasterUrl: () => 'https://f' },
    }),
  )
  expect(view.get()).toMatchObject({ currentTab: 'one', farcasterUrl: 'https://f' })
  expect(view.get().address).toBeUndefined()
  view.get()
  const words = warn.mock.calls.map(([text]) => String(text))
  expect(words).toHaveLength(2)
  expect(words[0]).toMatch(/"currentTab" is held by "first": "second" of "second" is not asked/)
  expect(words[1]).toMatch(/"address" is held by the kernel/)
})

it('A holder that throws leaves its field undefined, and the others as they are', async () => {
  const { view, warn } = await start(
    pluginOf('broken', {
      id: 'broken',
      fields: {
        currentTab: () => {
          throw new Error('broken')
        },
        farcasterUrl: () => 'https://f',
      },
    }),
  )
  expect(view.get()).toMatchObject({ currentTab: undefined, farcasterUrl: 'https://f' })
  expect(warn).toHaveBeenCalled()
})

it('The fields of a plugin that ends are gone', async () => {
  const { view, ctx } = await start()
  const seen = vi.fn()
  view.subscribe(seen)
  const end = ctx.points.add(POINT, { id: 'short', fields: { currentTab: () => 'one' } })
  expect(view.get().currentTab).toBe('one')
  end()
  expect(view.get()).not.toHaveProperty('currentTab')
  expect(seen).toHaveBeenCalledTimes(2)
})
