import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cosmoshub } from '../src/chain/networks.js'
import { FakeWallet } from './fakeWallet.js'
import { becomePage, openKernel, type CosmosKernel } from './support.js'

let kernel: CosmosKernel | undefined
beforeEach(becomePage)
afterEach(() => {
  kernel?.dispose()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const found = (): string[] => kernel!.ports.connectors.get().map(({ value }) => value.id)
const fake = (path: readonly string[]): FakeWallet =>
  new FakeWallet({ chains: { 'cosmoshub-4': 'cosmos' }, path })

it('Each of the four wallets is found', async () => {
  for (const path of [
    ['keplr'],
    ['leap'],
    ['cosmostation', 'providers', 'keplr'],
    ['okxwallet', 'keplr'],
  ])
    fake(path).install()
  kernel = await openKernel([cosmoshub])
  expect(found().sort()).toEqual([
    'cosmos.cosmostation',
    'cosmos.keplr',
    'cosmos.leap',
    'cosmos.okx',
  ])
})

it('A wallet that appears late is found', async () => {
  vi.useFakeTimers()
  kernel = await openKernel([cosmoshub])
  expect(found()).toEqual([])
  await vi.advanceTimersByTimeAsync(1_500)
  fake(['keplr']).install()
  await vi.advanceTimersByTimeAsync(600)
  expect(found()).toEqual(['cosmos.keplr'])
})

it('A wallet that appears very late is found when the modal opens', async () => {
  kernel = await openKernel([cosmoshub])
  fake(['leap']).install()
  kernel.open('Connect')
  expect(found()).toEqual(['cosmos.leap'])
})

it('A wallet that also stands in the place of Keplr has its own name', async () => {
  const leap = fake(['leap'])
  leap.install()
  Object.assign(window, { keplr: leap.provider })
  kernel = await openKernel([cosmoshub])
  expect(found()).toEqual(['cosmos.leap'])
})

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const hostile: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['a text', 'keplr'],
  ['an empty object', {}],
  ['a revoked proxy', revoked()],
  ['half a wallet', { enable: () => undefined }],
  [
    'an object that throws when it is read',
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('hands off')
        },
      },
    ),
  ],
]
it.each(hostile)(
  'A hostile value in the place of a wallet hides no other wallet: %s',
  async (_what, value) => {
    for (const name of ['leap', 'cosmostation', 'okxwallet'])
      Object.assign(window, { [name]: value })
    fake(['keplr']).install()
    kernel = await openKernel([cosmoshub])
    expect(found()).toEqual(['cosmos.keplr'])
    await kernel.connect('cosmos.keplr')
  },
)

it('A window that throws breaks nothing', async () => {
  Object.defineProperty(window, 'okxwallet', {
    get: () => {
      throw new Error('hands off')
    },
  })
  fake(['keplr']).install()
  kernel = await openKernel([cosmoshub])
  expect(found()).toEqual(['cosmos.keplr'])
})

it.each([
  ['nothing', undefined],
  ['a text', 'key'],
  ['no address', { pubKey: new Uint8Array(33) }],
  ['no key', { bech32Address: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6' }],
  [
    'an endless key',
    {
      bech32Address: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
      pubKey: new Uint8Array(10_000),
    },
  ],
  [
    'a key that throws when it is read',
    new Proxy(
      {},
      {
        get: (_, name) => {
          if (name !== 'then') throw new Error('hands off')
        },
      },
    ),
  ],
])('A wallet that answers with %s is refused', async (_what, key) => {
  Object.assign(window, { keplr: { enable: async () => undefined, getKey: async () => key } })
  kernel = await openKernel([cosmoshub])
  await expect(kernel.connect('cosmos.keplr')).rejects.toMatchObject({ code: 'wallet.bad_answer' })
})

it('An address that its chain does not have is refused', async () => {
  Object.assign(window, {
    keplr: {
      enable: async () => undefined,
      getKey: async () => ({
        bech32Address: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs7',
        pubKey: new Uint8Array(33),
      }),
    },
  })
  kernel = await openKernel([cosmoshub])
  await expect(kernel.connect('cosmos.keplr')).rejects.toMatchObject({
    code: expect.any(String) as string,
  })
  expect(kernel.ports.accounts.all('cosmos')).toEqual([])
})
