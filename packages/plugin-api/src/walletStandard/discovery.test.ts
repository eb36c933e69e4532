import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPlaces } from '../wallet/places.js'
import {
  discoverStandardWallets,
  listenForStandardWallets,
  readStandardWallet,
  type AnnouncedWallet,
  type StandardDiscovery,
} from './discovery.js'

const page = new EventTarget()
let discovery: StandardDiscovery | undefined
afterEach(() => discovery?.stop())
const isNeverKnown = () => false
const discover = (
  isKnown: (name: string) => boolean = isNeverKnown,
  onChange: () => void = () => undefined,
): StandardDiscovery =>
  (discovery = discoverStandardWallets({ target: page, namespace: 'samplech', isKnown, onChange }))
const wallet = (name: unknown, more: object = {}): object => ({
  version: '1.0.0',
  name,
  icon: 'data:image/svg+xml,x',
  chains: ['samplech:main'],
  accounts: [],
  features: { 'standard:connect': { connect: () => ({ accounts: [] }) } },
  ...more,
})
interface Page {
  register(...wallets: unknown[]): () => void
}
const announce = (detail: unknown): boolean =>
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
const register = (...wallets: unknown[]): (() => void) => {
  let remove: () => void = () => undefined
  announce((api: Page) => void (remove = api.register(...wallets)))
  return remove
}
const names = () => discovery!.found().map(({ name }) => name)
const throwing = {
  get: (): never => {
    throw new Error('hands off')
  },
}

describe('discovery', () => {
  it('Discovery lists wallets that were there before it and wallets that come later, until it stops', async () => {
    const changes = vi.fn()
    let api: Page | undefined
    page.addEventListener(
      'wallet-standard:app-ready',
      (event) => void (api = (event as CustomEvent<Page>).detail),
      { once: true },
    )
    discover(isNeverKnown, changes)
    expect(Object.isFrozen(api)).toBe(true)
    api!.register(wallet('Early'))
    const leave = register(wallet('Late'), wallet('Other'))
    await Promise.resolve()
    expect([names(), changes.mock.calls.length]).toEqual([['Early', 'Late', 'Other'], 1])
    leave()
    expect(names()).toEqual(['Early'])
    discovery!.stop()
    api!.register(wallet('After'))
    register(wallet('After'))
    expect(names()).toEqual(['Early'])
  })
  it('A wallet stays listed until its own script takes it back, whatever other scripts do (audit M3)', () => {
    discover()
    const genuine = wallet('Genuine')
    const leave = register(genuine)
    const steal = register(wallet('Junk'), genuine)
    register(genuine)()
    steal()
    expect(names()).toEqual(['Genuine'])
    leave()
    expect(names()).toEqual([])
    // A second call of `leave` must not take back what was registered later.
    register(genuine)
    leave()
    expect(names()).toEqual(['Genuine'])
  })
  it('Discovery leaves out wallets of other chains, and wallets without a connect feature or a name', () => {
    discover()
    register(
      wallet('Foreign', { chains: ['eip155:1'] }),
      wallet('Lookalike', { chains: ['samplechain:main'] }),
      wallet('Mute', { features: {} }),
      wallet(''),
      wallet(7),
      wallet('x'.repeat(10_000)),
      null,
      'x',
      new Proxy({}, throwing),
    )
    expect(names()).toEqual([])
  })
  it.each(['name', 'icon', 'chains', 'features'])(
    'Discovery leaves out a wallet whose %s throws, and lists the next one',
    (member) => {
      discover()
      register(Object.defineProperty(wallet('Hostile'), member, throwing), wallet('Good'))
      expect(names()).toEqual(['Good'])
    },
  )
  it('Discovery takes at most 100 wallets of one call', () => {
    discover()
    register(...Array.from({ length: 10_000 }, (_, index) => wallet(`S${index}`)))
    expect(names()).toHaveLength(100)
  })
  it('Wallets of one name get different ids', () => {
    discover()
    register(wallet('Same'), wallet('Same'), wallet('Same:2'))
    expect(discovery!.found().map(({ id }) => id)).toEqual([
      'samplech:Same',
      'samplech:Same:2',
      'samplech:Same:2:2',
    ])
  })
  it('Two discoveries on different targets share no wallets', () => {
    const other = discoverStandardWallets({
      target: new EventTarget(),
      namespace: 'samplech',
      isKnown: isNeverKnown,
      onChange: () => undefined,
    })
    discover()
    register(wallet('Here'))
    expect([names(), other.found()]).toEqual([['Here'], []])
    other.stop()
  })
})

describe('a crowd of wallets', () => {
  it('A crowd of wallets takes no place from the first hundred, the latest and the known wallets', () => {
    discover((name) => name.startsWith('Known'))
    register(wallet('Known 1'))
    for (let index = 0; index < 300; index++) register(wallet(`S${index}`))
    register(wallet('Known 2'))
    expect(names()).toHaveLength(101)
    expect(names()).toEqual(expect.arrayContaining(['Known 1', 'Known 2', 'S0', 'S98']))
  })
  it('A crowd that repeats a known name takes no more places than strangers do', () => {
    discover((name) => name.startsWith('Known'))
    for (let index = 0; index < 500; index++) register(wallet('Known 1'))
    register(wallet('Known 2'))
    expect([names().includes('Known 2'), names().length]).toEqual([true, 101])
  })
  it('A good wallet is listed after 10,000 hostile announcements, and nothing breaks', () => {
    // Node reports an uncaught error of a listener, and the run fails.
    discover()
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const fail = (): never => {
      throw new Error('no')
    }
    const kinds: readonly ((index: number) => unknown)[] = [
      () => undefined,
      () => 'text',
      () => fail,
      () => proxy,
      () => new Proxy(() => undefined, { apply: fail }),
      ...[
        null,
        proxy,
        new Proxy({}, throwing),
        Object.defineProperty({}, 'name', throwing),
        wallet('\u202e'),
        wallet('x', { features: proxy }),
        wallet('x', { chains: proxy }),
        wallet('x', { chains: 'samplech:main' }),
        wallet('__proto__'),
      ].map((one) => () => (api: Page) => api.register(one)),
      (index) => (api: Page) => api.register(wallet(`Stranger ${index}`)),
      () => (api: Page) => Object.assign(api, { register: undefined }),
      () => async (api: Page) => {
        api.register(wallet('async'))
      },
      () => (api: Page) => api.register(...Array.from({ length: 200 }, () => null))(),
    ]
    for (let index = 0; index < 10_000; index++)
      announce(kinds[(index * 7919) % kinds.length]!(index))
    register(wallet('Good'))
    expect(names().at(-1)).toBe('Good')
    expect(names().length).toBeLessThanOrEqual(101)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('a wallet that is read', () => {
  it('A wallet is read without characters that turn text around, and without icons that are not images', () => {
    expect(readStandardWallet(wallet('A\u202e\u0000 '))).toMatchObject({ name: 'A' })
    for (const icon of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://a/b',
      'https://stranger.example/a.png',
      7,
    ])
      expect(readStandardWallet(wallet('A', { icon }))).not.toHaveProperty('icon')
  })
  it('Each member of a wallet is read once, and the result is plain data', () => {
    let reads = 0
    const found = readStandardWallet(
      Object.defineProperties(wallet('x'), {
        name: { get: () => (reads++ ? 'Other' : 'First') },
        icon: { get: () => (reads++ > 1 ? 'javascript:alert(1)' : 'data:image/png;base64,AA') },
      }),
    )
    expect([found, reads]).toMatchObject([{ name: 'First', icon: 'data:image/png;base64,AA' }, 2])
    expect(Object.getOwnPropertyDescriptor(found, 'name')).toHaveProperty('value', 'First')
  })
})

it('Wallets enter the places of a plugin with its own reader, and a reader that throws costs one', () => {
  const places = createPlaces<AnnouncedWallet>(isNeverKnown, () => undefined)
  const read = (value: unknown): AnnouncedWallet | undefined => {
    const found = readStandardWallet(value)
    if (found?.name === 'Bad') throw new Error('cannot be read')
    return found && { ...found, claim: `own.${found.name}` }
  }
  const stop = listenForStandardWallets(page, read, places)
  register(wallet('One'), wallet('Bad'), wallet('Two'))
  stop()
  register(wallet('Three'))
  expect(places.found().map(({ id }) => id)).toEqual(['own.One', 'own.Two'])
})
