import { afterEach, describe, expect, it, vi } from 'vitest'
import { discover, readWallet, type Discovery } from './discovery.js'

const window = new EventTarget() as Window
let discovery: Discovery | undefined
afterEach(() => discovery?.stop())
const never = () => false
const listen = (
  isKnown: (name: string) => boolean = never,
  onChange: () => void = () => undefined,
): Discovery => (discovery = discover(window, isKnown, onChange))
const wallet = (name: unknown, more: object = {}): object => ({
  version: '1.0.0',
  name,
  icon: 'data:image/svg+xml,x',
  chains: ['solana:mainnet'],
  accounts: [],
  features: { 'standard:connect': { connect: () => ({ accounts: [] }) } },
  ...more,
})
interface Page {
  register(...wallets: unknown[]): () => void
}
const announce = (detail: unknown): boolean =>
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
const register = (...wallets: unknown[]): (() => void) => {
  let remove: () => void = () => undefined
  announce((page: Page) => void (remove = page.register(...wallets)))
  return remove
}
const names = () => discovery!.found().map(({ name }) => name)

describe('wallets', () => {
  it('register whoever came first, until it stops, and may leave', async () => {
    const changes = vi.fn()
    let page: Page | undefined
    window.addEventListener(
      'wallet-standard:app-ready',
      (event) => void (page = (event as CustomEvent<Page>).detail),
      { once: true },
    )
    listen(never, changes)
    page!.register(wallet('Early'))
    const leave = register(wallet('Late'), wallet('Other'))
    await Promise.resolve()
    expect([names(), changes.mock.calls.length]).toEqual([['Early', 'Late', 'Other'], 1])
    leave()
    expect(names()).toEqual(['Early'])
    discovery!.stop()
    page!.register(wallet('After'))
    register(wallet('After'))
    expect(names()).toEqual(['Early'])
  })
  it('stay where another script registers them again and takes that back, and leave with their own (audit M3)', () => {
    listen()
    const genuine = wallet('Genuine')
    const leave = register(genuine)
    const steal = register(wallet('Junk'), genuine)
    register(genuine)()
    steal()
    expect(names()).toEqual(['Genuine'])
    leave()
    expect(names()).toEqual([])
    // What was taken back once takes nothing back that came later.
    register(genuine)
    leave()
    expect(names()).toEqual(['Genuine'])
  })
  it('of other chains, without a connect or a name, take no place', () => {
    for (const one of [
      wallet('E', { chains: ['eip155:1'] }),
      wallet('F', { features: {} }),
      wallet(''),
      wallet(7),
      wallet('x'.repeat(10_000)),
      null,
      'x',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no')
          },
        },
      ),
    ])
      expect(readWallet(one)).toBeUndefined()
  })
  it('lose characters that turn text around, and icons that are no pictures', () => {
    expect(readWallet(wallet('A\u202e\u0000 '))).toMatchObject({ name: 'A' })
    for (const icon of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://a/b',
      'https://stranger.example/a.png',
      7,
    ])
      expect(readWallet(wallet('A', { icon }))).not.toHaveProperty('icon')
  })
  it('are read once and are plain data afterwards', () => {
    let reads = 0
    const found = readWallet(
      Object.defineProperties(wallet('x'), {
        name: { get: () => (reads++ ? 'Other' : 'First') },
        icon: { get: () => (reads++ > 1 ? 'javascript:alert(1)' : 'data:image/png;base64,AA') },
      }),
    )
    expect([found, reads]).toMatchObject([{ name: 'First', icon: 'data:image/png;base64,AA' }, 2])
    expect(Object.getOwnPropertyDescriptor(found, 'name')).toHaveProperty('value', 'First')
  })
  it.each(['name', 'icon', 'chains', 'features'])(
    'whose %s throws take no place, and hold nobody up',
    (member) => {
      listen()
      register(
        Object.defineProperty(wallet('Hostile'), member, {
          get: () => {
            throw new Error('hands off')
          },
        }),
        wallet('Good'),
      )
      expect(names()).toEqual(['Good'])
    },
  )
  it('may be given a list of them that is long without end', () => {
    listen()
    register(...Array.from({ length: 10_000 }, (_, index) => wallet(`S${index}`)))
    expect(names().length).toBeLessThanOrEqual(101)
  })
  it('of one name have ids of their own', () => {
    listen()
    register(wallet('Same'), wallet('Same'), wallet('Same:2'))
    expect(discovery!.found().map(({ id }) => id)).toEqual([
      'solana:Same',
      'solana:Same:2',
      'solana:Same:2:2',
    ])
  })
})

describe('a crowd', () => {
  it('leaves the first hundred their places, and the last to the latest; a known wallet always gets one', () => {
    listen((name) => name.startsWith('Known'))
    register(wallet('Known 1'))
    for (let index = 0; index < 300; index++) register(wallet(`S${index}`))
    register(wallet('Known 2'))
    expect(names()).toHaveLength(101)
    expect(names()).toEqual(expect.arrayContaining(['Known 1', 'Known 2', 'S0', 'S98']))
  })
  it('that takes a known name takes no more than strangers do', () => {
    listen((name) => name.startsWith('Known'))
    for (let index = 0; index < 500; index++) register(wallet('Known 1'))
    register(wallet('Known 2'))
    expect([names().includes('Known 2'), names().length]).toEqual([true, 101])
  })
  it('of 10,000 hostile announcements breaks nothing, and the good one after it is listed', () => {
    // Node tells of an uncaught one, and the run fails.
    listen()
    const throwing = {
      get: (): never => {
        throw new Error('hands off')
      },
    }
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const kinds: readonly ((index: number) => unknown)[] = [
      () => undefined,
      () => 'text',
      () => () => {
        throw new Error('no')
      },
      () => proxy,
      () =>
        new Proxy(() => undefined, {
          apply: () => {
            throw new Error('no')
          },
        }),
      ...[
        null,
        proxy,
        new Proxy({}, throwing),
        Object.defineProperty({}, 'name', throwing),
        wallet('\u202e'),
        wallet('x', { features: proxy }),
        wallet('x', { chains: proxy }),
        wallet('x', { chains: 'solana:mainnet' }),
        wallet('__proto__'),
      ].map((one) => () => (page: Page) => page.register(one)),
      (index) => (page: Page) => page.register(wallet(`Stranger ${index}`)),
      () => (page: Page) => Object.assign(page, { register: undefined }),
      () => async (page: Page) => {
        page.register(wallet('async'))
      },
      () => (page: Page) => page.register(...Array.from({ length: 200 }, () => null))(),
    ]
    const details = Array.from({ length: 10_000 }, (_, index) =>
      kinds[(index * 7919) % kinds.length]!(index),
    )
    for (const detail of details) announce(detail)
    register(wallet('Good'))
    expect(names().at(-1)).toBe('Good')
    expect(names().length).toBeLessThanOrEqual(101)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
