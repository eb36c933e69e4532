import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { discover, type Discovery } from './discovery.js'

let discovery: Discovery | undefined
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  discovery?.stop()
  vi.useRealTimers()
})
const good = () => ({ version: '1', enable: () => Promise.resolve({}) })
const never = (): boolean => false
const listen = (
  all: unknown,
  isKnown: (key: string) => boolean = never,
  onChange: () => void = () => undefined,
): Discovery => {
  discovery = discover({ injectedWeb3: all }, isKnown, onChange)
  discovery.search()
  return discovery
}
const keys = (): string[] => discovery!.found().map(({ key }) => key)
const crowd = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`stranger-${at}`, good()]))

describe('extensions', () => {
  it('Extensions are found when they are present, and when they come or go', async () => {
    const target: { injectedWeb3?: Record<string, unknown> } = {}
    const changes = vi.fn()
    discovery = discover(target, never, changes)
    discovery.search()
    expect(keys()).toEqual([])
    target.injectedWeb3 = { talisman: good() }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(keys()).toEqual(['talisman'])
    target.injectedWeb3['polkadot-js'] = good()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(keys()).toEqual(['talisman', 'polkadot-js'])
    delete target.injectedWeb3['talisman']
    await vi.advanceTimersByTimeAsync(1_000)
    expect(keys()).toEqual(['polkadot-js'])
    expect(changes).toHaveBeenCalledTimes(3)
  })

  it('Extensions are searched for some seconds, then only when the modal opens', () => {
    const all: Record<string, unknown> = {}
    listen(all)
    vi.advanceTimersByTime(60_000)
    expect(vi.getTimerCount()).toBe(0)
    all['late'] = good()
    vi.advanceTimersByTime(60_000)
    expect(keys()).toEqual([])
    discovery!.search()
    expect(keys()).toEqual(['late'])
    discovery!.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('An extension that another overwrites stays beside it, and both can be asked (audit L10)', async () => {
    const first = { enable: vi.fn(() => Promise.resolve('first')) }
    const all: Record<string, unknown> = { 'polkadot-js': first }
    listen(all)
    all['polkadot-js'] = { enable: () => Promise.resolve('second') }
    vi.advanceTimersByTime(1_000)
    expect(discovery!.found().map(({ id, name }) => [id, name])).toEqual([
      ['polkadot.polkadot-js', 'Polkadot.js'],
      ['polkadot.polkadot-js:2', 'Polkadot.js'],
    ])
    expect(
      await Promise.all(discovery!.found().map(({ extension }) => extension.enable('Site'))),
    ).toEqual(['first', 'second'])
    expect(first.enable).toHaveBeenCalledExactlyOnceWith('Site')
    delete all['polkadot-js']
    vi.advanceTimersByTime(1_000)
    expect(keys()).toEqual([])
  })

  it.each([true, false])(
    'An extension that is a new object at each search has two places, the first and the last, known: %s (audit L10)',
    (isKnown) => {
      const made: object[] = []
      const all = Object.defineProperty({ other: good() }, 'talisman', {
        enumerable: true,
        get: () => (made.push(good()), made.at(-1)),
      })
      listen(all, () => isKnown)
      for (let look = 0; look < 300; look++) discovery!.search()
      expect(made.length).toBeGreaterThan(300)
      expect(
        discovery!
          .found()
          .filter(({ key }) => key === 'talisman')
          .map(({ provider }) => provider),
      ).toEqual([made[0], made.at(-1)])
      expect(discovery!.found().map(({ id }) => id)).toEqual([
        'polkadot.other',
        'polkadot.talisman',
        'polkadot.talisman:2',
      ])
    },
  )

  it('An extension of the newer form is opened by connect', async () => {
    listen({ newer: { connect: (origin: string) => Promise.resolve(`let ${origin} in`) } })
    expect(await discovery!.found()[0]!.extension.enable('Shop')).toBe('let Shop in')
  })
})

describe('a crowd', () => {
  it('A crowd of strangers leaves the first hundred their places, and the last place goes to the latest', () => {
    const all = crowd(300)
    listen(all)
    const first = Array.from({ length: 100 }, (_, at) => `stranger-${at}`)
    expect(keys()).toEqual([...first, 'stranger-299'])
    all['later'] = good()
    vi.advanceTimersByTime(1_000)
    expect(keys()).toEqual([...first, 'later'])
  })

  it('A crowd never takes the place of a known wallet, before or after it', () => {
    const all = { talisman: good(), ...crowd(300), 'polkadot-js': good() }
    listen(all, (key) => key === 'talisman' || key === 'polkadot-js')
    expect(keys()).toHaveLength(101)
    expect(keys()).toEqual(expect.arrayContaining(['talisman', 'polkadot-js']))
  })

  it('10,000 hostile entries break nothing, and the good one after them is found', () => {
    const all: Record<string, unknown> = {}
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const throws = {
      get: (): never => {
        throw new Error('looked at')
      },
      enumerable: true,
    }
    const makers: readonly ((at: number) => PropertyDescriptor)[] = [
      () => ({ value: undefined }),
      () => ({ value: null }),
      () => ({ value: 'text' }),
      () => ({ value: 7 }),
      () => ({ value: {} }),
      () => ({ value: proxy }),
      () => throws,
      () => ({ value: Object.defineProperty({}, 'enable', throws) }),
      () => ({ value: { enable: 'text' } }),
      () => ({
        value: new Proxy(
          {},
          {
            get: () => {
              throw new Error('trap')
            },
          },
        ),
      }),
      () => ({ value: Promise.resolve(good()) }),
      (at) => ({ value: at % 400 ? { enable: {} } : good() }),
    ]
    for (let at = 0; at < 10_000; at++) {
      const key =
        at % 7 === 0
          ? `<img src=x onerror=${at}>`
          : at % 11 === 0
            ? `${'k'.repeat(200)}${at}`
            : `hostile-${at}`
      Object.defineProperty(all, key, {
        enumerable: true,
        configurable: true,
        ...makers[at % makers.length]!(at),
      })
    }
    Object.defineProperty(all, '__proto__', { value: { enable: 7 }, enumerable: true })
    all['good'] = good()
    expect(() => listen(all)).not.toThrow()
    expect(keys().at(-1)).toBe('good')
    expect(keys().length).toBeLessThanOrEqual(101)
    expect(keys().every((key) => /^[\w.@/ -]{1,64}$/.test(key))).toBe(true)
  })

  it.each<[string, object]>([
    ['is no object', { injectedWeb3: 7 }],
    [
      'throws when it is looked at',
      Object.defineProperty({}, 'injectedWeb3', {
        get: () => {
          throw new Error('no')
        },
      }),
    ],
    [
      'throws when it is listed',
      {
        injectedWeb3: new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no')
            },
          },
        ),
      },
    ],
  ])('No extension is found where injectedWeb3 %s', (_, target) => {
    discovery = discover(target, never, () => undefined)
    expect(() => discovery!.search()).not.toThrow()
    expect(keys()).toEqual([])
  })
})
