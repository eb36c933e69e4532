// @vitest-environment happy-dom
import { goodAnnouncement, hostileAnnouncements } from '@latchkey-tools/wallets/hostile'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { discover, readAnnouncement, type Discovery } from './discovery.js'

let discovery: Discovery | undefined
afterEach(() => discovery?.stop())
const never = () => false
const listen = (
  isKnown: (rdns: string) => boolean = never,
  onChange: () => void = () => undefined,
): Discovery => (discovery = discover(window, isKnown, onChange))
const announce = (index: number, more: object = {}) =>
  goodAnnouncement(
    { uuid: `uuid-${index}`, rdns: `stranger.number${index}`, name: `Stranger ${index}`, ...more },
    { request: () => Promise.resolve(null), on: () => undefined } as never,
  )
const crowd = (count: number) => Array.from({ length: count }, (_, index) => announce(index))
const names = () => discovery!.found().map(({ rdns }) => rdns)

describe('announcements', () => {
  it('Discovery asks for announcements and listens to them until it stops', async () => {
    const changes = vi.fn()
    const asked = vi.fn()
    window.addEventListener('eip6963:requestProvider', asked, { once: true })
    listen(never, changes)
    expect(asked).toHaveBeenCalledOnce()
    announce(1).dispatch()
    announce(2).dispatch()
    await Promise.resolve()
    expect(changes).toHaveBeenCalledOnce()
    announce(3).dispatch()
    discovery!.stop()
    announce(4).dispatch()
    await Promise.resolve()
    expect(changes).toHaveBeenCalledOnce()
    expect(names()).toEqual(['stranger.number1', 'stranger.number2', 'stranger.number3'])
  })

  it('An announcement of the same provider and name counts once, whatever its uuid', () => {
    listen()
    const first = announce(1)
    first.dispatch()
    goodAnnouncement({ ...first.detail.info, uuid: 'another' }, first.detail.provider).dispatch()
    expect(discovery!.found()).toHaveLength(1)
    expect(discovery!.found()[0]).toMatchObject({
      name: 'Stranger 1',
      provider: first.detail.provider,
    })
  })

  it('An announcement is read once and is plain data afterwards', () => {
    let reads = 0
    const info = {
      uuid: 'u',
      rdns: 'com.example',
      get name() {
        return reads++ ? 'Other' : 'First\u202e\u0000 '
      },
    }
    const found = readAnnouncement(
      new CustomEvent('x', { detail: { info, provider: { request: () => undefined } } }),
    )
    expect(found).toMatchObject({ name: 'First' })
    expect(reads).toBe(1)
  })

  it.each([
    'javascript:alert(1)',
    'http://a/b.png',
    'https://stranger.example/icon.png',
    'data:text/html,x',
    'blob:null/1',
  ])('An announcement loses an icon from %s', (icon) => {
    const { detail } = announce(1, { icon })
    expect(readAnnouncement(new CustomEvent('x', { detail }))).not.toHaveProperty('icon')
  })
})

describe('another provider', () => {
  const genuine = announce(1, { uuid: 'same', rdns: 'io.metamask', name: 'MetaMask' })
  const impostor = announce(2, { uuid: 'same', rdns: 'io.metamask', name: 'MetaMask' })
  it.each([
    ['before', [impostor, genuine]],
    ['after', [genuine, impostor]],
  ])(
    'An impostor announced %s the genuine wallet has a place and an id of its own (audit M3)',
    (_, order) => {
      listen()
      for (const each of order) each.dispatch()
      expect(discovery!.found().map(({ provider }) => provider)).toEqual(
        order.map(({ detail }) => detail.provider),
      )
      expect(discovery!.found().map(({ id }) => id)).toEqual(['io.metamask', 'io.metamask:same'])
    },
  )
  it('A provider keeps its id when others come and go, so that no id means another wallet later (audit M3)', () => {
    listen()
    for (let index = 0; index < 150; index++)
      announce(index, { uuid: 'same', rdns: 'io.metamask' }).dispatch()
    const before = new Map(discovery!.found().map(({ provider, id }) => [provider, id]))
    announce(200, { uuid: 'same', rdns: 'io.metamask' }).dispatch()
    const after = discovery!.found()
    expect(after).toHaveLength(101)
    expect(new Set(after.map(({ id }) => id)).size).toBe(101)
    expect(
      after
        .filter(({ provider }) => before.has(provider))
        .every(({ provider, id }) => before.get(provider) === id),
    ).toBe(true)
  })
  it('An announcement of the genuine provider under another name does not hide it (audit M3)', () => {
    listen()
    goodAnnouncement({ ...genuine.detail.info, name: 'Evil' }, genuine.detail.provider).dispatch()
    genuine.dispatch()
    expect(discovery!.found().map(({ name }) => name)).toEqual(['Evil', 'MetaMask'])
  })
})

describe('a crowd', () => {
  it('A crowd of strangers keeps its first hundred places, and the last place goes to the latest', () => {
    listen()
    for (const one of crowd(300)) one.dispatch()
    expect(names()).toEqual([
      ...Array.from({ length: 100 }, (_, index) => `stranger.number${index}`),
      'stranger.number299',
    ])
  })

  it('A crowd of strangers never costs a known wallet its place, before or after it', () => {
    listen((rdns) => rdns.startsWith('known.'))
    announce(1, { rdns: 'known.first' }).dispatch()
    for (const one of crowd(300)) one.dispatch()
    for (const index of [1000, 1001, 1002])
      announce(index, { rdns: `known.late${index}` }).dispatch()
    expect(names().filter((rdns) => rdns.startsWith('known.'))).toEqual([
      'known.first',
      'known.late1000',
      'known.late1001',
      'known.late1002',
    ])
    expect(discovery!.found()).toHaveLength(101)
  })

  it('A crowd under a known name takes no more places than strangers do', () => {
    listen((rdns) => rdns.startsWith('known.'))
    for (let index = 0; index < 500; index++) announce(index, { rdns: 'known.first' }).dispatch()
    announce(1000, { rdns: 'known.second' }).dispatch()
    expect(names()).toContain('known.second')
    expect(discovery!.found()).toHaveLength(101)
  })

  // A fiftieth of the full run, which `pnpm soak` does, and `pnpm bench announcements` on a page.
  const hostile = process.env['LATCHKEY_SOAK'] ? 10_000 : 200
  it(`${hostile} hostile announcements break nothing, and the good one after them is listed`, () => {
    const uncaught = vi.fn()
    window.addEventListener('error', uncaught)
    listen()
    for (const one of hostileAnnouncements(hostile, 3)) expect(() => one.dispatch()).not.toThrow()
    const good = goodAnnouncement()
    good.dispatch()
    window.removeEventListener('error', uncaught)
    expect(uncaught).not.toHaveBeenCalled()
    expect(discovery!.found().length).toBeLessThanOrEqual(101)
    expect(discovery!.found().at(-1)).toMatchObject({
      rdns: 'com.example.good',
      provider: good.detail.provider,
    })
    expect(new Set(discovery!.found().map(({ id }) => id)).size).toBe(discovery!.found().length)
    for (const { name, uuid, rdns, icon } of discovery!.found()) {
      expect([typeof name, typeof uuid, typeof rdns]).toEqual(['string', 'string', 'string'])
      expect(name.length).toBeLessThanOrEqual(64)
      expect(icon ?? 'data:image/').toMatch(/^data:image\//)
    }
    expect(({} as { hostile?: unknown }).hostile).toBeUndefined()
  })
})

it('The first wallet of an rdns has the rdns as its id, and the next one adds its uuid', () => {
  listen()
  announce(1, { rdns: 'com.same' }).dispatch()
  announce(2, { rdns: 'com.same' }).dispatch()
  expect(discovery!.found().map(({ id }) => id)).toEqual(['com.same', 'com.same:uuid-2'])
})
