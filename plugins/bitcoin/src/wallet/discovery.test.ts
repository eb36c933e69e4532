// @vitest-environment happy-dom
import { hostileAnnouncements } from '@latchkey-tools/wallets/hostile'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { discover, readEntry, type Discovery } from './discovery.js'

type Loose = Record<string, unknown>
const page = window as unknown as Loose
let discovery: Discovery | undefined
afterEach(() => {
  discovery?.stop()
  for (const name of ['btc_providers', 'Crowd', 'GoodProviders']) Reflect.deleteProperty(page, name)
})
const listen = (
  isKnown: (id: string) => boolean = () => false,
  onChange: () => void = () => undefined,
): Discovery => (discovery = discover(window, isKnown, () => false, onChange))
const provider = () => ({ request: async () => null })
const standard = (name: string, more: object = {}) => ({
  version: '1.0.0',
  name,
  icon: 'data:image/svg+xml,x',
  chains: ['bitcoin:mainnet'],
  accounts: [],
  features: { 'bitcoin:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) } },
  ...more,
})
const register = (...wallets: unknown[]) =>
  window.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: (api: { register(...wallets: unknown[]): unknown }) => api.register(...wallets),
    }),
  )
const crowd = (count: number, from = 0) => {
  page['Crowd'] = {
    ...(page['Crowd'] as object),
    ...Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`n${from + index}`, provider()]),
    ),
  }
  return Array.from({ length: count }, (_, index) => ({
    id: `Crowd.n${from + index}`,
    name: `Stranger ${from + index}`,
  }))
}
const ids = () => discovery!.found().map(({ id }) => id)

describe('btc_providers', () => {
  it('The list btc_providers is read at the start, and once more when that is asked for', () => {
    page['btc_providers'] = crowd(1)
    listen()
    expect(ids()).toEqual(['bitcoin.Crowd.n0'])
    page['btc_providers'] = [...(page['btc_providers'] as object[]), ...crowd(1, 1)]
    discovery!.readProviderList()
    discovery!.readProviderList()
    expect(ids()).toEqual(['bitcoin.Crowd.n0', 'bitcoin.Crowd.n1'])
  })

  it.each([
    '',
    '__proto__',
    'constructor',
    'Crowd.__proto__',
    'Crowd.constructor',
    'Crowd.missing',
    'a.b.c.d.e',
    'Crowd n0',
    'Crowd.n0.request',
    undefined,
    {},
    'x'.repeat(500),
  ])('An entry of btc_providers with the id %j takes no place', (id) => {
    crowd(1)
    expect(readEntry(window, { id, name: 'X' })).toBeUndefined()
  })

  it.each(['javascript:alert(1)', 'http://a/b.png', 'data:text/html,x', 'blob:null/1'])(
    'An entry of btc_providers loses an icon from %s',
    (icon) => {
      const [entry] = crowd(1)
      expect(readEntry(window, { ...entry, icon })).not.toHaveProperty('icon')
    },
  )
})

describe('the Wallet Standard', () => {
  it('A standard wallet is listed whether it registers before or after, until it unregisters', () => {
    const early = (event: Event) =>
      void (event as CustomEvent<{ register(wallet: unknown): unknown }>).detail.register(
        standard('Early'),
      )
    window.addEventListener('wallet-standard:app-ready', early)
    listen()
    window.removeEventListener('wallet-standard:app-ready', early)
    let unregister: () => void = () => undefined
    window.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: { register(wallet: unknown): () => void }) =>
          (unregister = api.register(standard('Late'))),
      }),
    )
    expect(ids()).toEqual(['bitcoin.Early', 'bitcoin.Late'])
    unregister()
    expect(ids()).toEqual(['bitcoin.Early'])
  })

  it('A wallet stays until its own script takes it back, whatever other scripts do with it (audit M3)', () => {
    const [entry] = crowd(1)
    page['btc_providers'] = [entry]
    listen()
    const bring = (...wallets: unknown[]): (() => void) => {
      let remove: () => void = () => undefined
      window.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', {
          detail: (api: { register(...given: unknown[]): () => void }) =>
            void (remove = api.register(...wallets)),
        }),
      )
      return remove
    }
    const genuine = standard('Genuine')
    const leave = bring(genuine)
    bring(genuine, standard('Junk'))()
    // The provider of this standard wallet is also an entry of btc_providers.
    bring(
      standard('Again', {
        features: {
          'bitcoin:connect': { connect: () => undefined },
          'sats-connect:': { provider: (page['Crowd'] as Loose)['n0'] },
        },
      }),
    )()
    expect(ids()).toEqual(['bitcoin.Crowd.n0', 'bitcoin.Genuine'])
    leave()
    expect(ids()).toEqual(['bitcoin.Crowd.n0'])
  })

  it('A standard wallet of other chains is not listed', () => {
    listen()
    register(
      standard('Solana', {
        chains: ['solana:mainnet'],
        features: { 'standard:connect': { connect: () => undefined } },
      }),
      standard('Both', { features: { 'standard:connect': { connect: () => undefined } } }),
    )
    expect(ids()).toEqual(['bitcoin.Both'])
  })

  it('A standard wallet that is also in btc_providers is listed once', () => {
    const [entry] = crowd(1)
    page['btc_providers'] = [entry]
    listen()
    const inner = (page['Crowd'] as Loose)['n0']
    register(
      standard('Again', {
        features: {
          'bitcoin:connect': { connect: () => undefined },
          'sats-connect:': { provider: inner },
        },
      }),
    )
    expect(ids()).toEqual(['bitcoin.Crowd.n0'])
  })

  it('The second wallet of a name gets an id of its own', () => {
    listen()
    register(standard('Same'), standard('Same'))
    expect(discovery!.found().map(({ id }) => id)).toEqual(['bitcoin.Same', 'bitcoin.Same:2'])
  })
})

describe('a crowd', () => {
  it('A crowd of strangers keeps its first hundred places, and the last place goes to the latest', () => {
    page['btc_providers'] = crowd(300)
    listen()
    expect(ids()).toEqual([
      ...Array.from({ length: 100 }, (_, index) => `bitcoin.Crowd.n${index}`),
      'bitcoin.Crowd.n299',
    ])
  })

  it('A crowd of strangers never costs a known wallet its place', () => {
    page['btc_providers'] = crowd(300)
    listen((id) => id === 'bitcoin.Known')
    register(standard('Known'))
    register(...Array.from({ length: 300 }, () => standard('Known')))
    expect(ids().filter((id) => id === 'bitcoin.Known').length).toBeGreaterThan(0)
    expect(discovery!.found()[100]).toMatchObject({ id: 'bitcoin.Known' })
    expect(discovery!.found().length).toBeLessThanOrEqual(102)
  })

  it('A crowd of 10,000 hostile wallets in each form breaks nothing, and later good ones are listed', async () => {
    const uncaught = vi.fn()
    window.addEventListener('error', uncaught)
    const hostile = hostileAnnouncements(10_000, 3).map(({ detail }) => detail)
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    page['GoodProviders'] = { One: provider() }
    page['btc_providers'] = [
      ...hostile,
      proxy,
      new Proxy([], {
        get: () => {
          throw new Error('trap')
        },
      }),
      { id: 'GoodProviders.One', name: 'Good One' },
    ]
    const trapped = Array.from({ length: 100 }, () =>
      Object.defineProperty(standard('x'), 'name', {
        get: () => {
          throw new Error('trap')
        },
      }),
    )
    const changes = vi.fn()
    listen(undefined, changes)
    register(...hostile, proxy, ...trapped)
    for (const wallet of trapped) register(wallet)
    window.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: () => {
          throw new Error('callback')
        },
      }),
    )
    register(standard('Good Two'))
    await Promise.resolve()
    window.removeEventListener('error', uncaught)
    expect(uncaught).not.toHaveBeenCalled()
    expect(ids()).toEqual(expect.arrayContaining(['bitcoin.GoodProviders.One', 'bitcoin.Good Two']))
    expect(discovery!.found().length).toBeLessThanOrEqual(101)
    expect(changes).toHaveBeenCalledOnce()
    expect(({} as { hostile?: unknown }).hostile).toBeUndefined()
  })

  it('A btc_providers that is not a list leaves the page as it is', () => {
    for (const list of [
      undefined,
      null,
      7,
      'text',
      {},
      new Proxy([], {
        get: () => {
          throw new Error('trap')
        },
      }),
      { length: 1e9 },
    ]) {
      page['btc_providers'] = list
      expect(() => listen()).not.toThrow()
      expect(ids()).toEqual([])
      discovery!.stop()
    }
  })
})
