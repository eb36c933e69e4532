import { fakeStorage } from '@latchkey/plugin-testkit'
import { describe, expect, it } from 'vitest'
import { isSafeApp } from './safeApp.js'

const framed = (...ancestorOrigins: string[]) => ({
  self: 1,
  top: 2,
  location: { ancestorOrigins },
})

it('A page is inside the Safe app when that very host frames it [RPC-31]', () => {
  expect(isSafeApp(framed('https://app.safe.global'))).toBe(true)
  expect(
    isSafeApp({
      self: 1,
      top: 2,
      location: {},
      document: { referrer: 'https://app.safe.global/apps?x=1' },
    }),
  ).toBe(true)
  expect(isSafeApp(framed('https://example.org'))).toBe(false)
  const top = {}
  expect(
    isSafeApp({ self: top, top, location: { ancestorOrigins: ['https://app.safe.global'] } }),
  ).toBe(false)
})

it.each([
  'https://app.safe.global.evil.io',
  'https://evil-app.safe.global',
  'https://evil.io/app.safe.global',
  'https://xapp.safe.global',
  'app.safe.global',
  '',
])('A page framed by %j is not inside the Safe app: the host must be equal [RPC-32]', (origin) => {
  expect(isSafeApp(framed(origin))).toBe(false)
})

it.each(['http://app.safe.global', 'https://app.safe.global:8443', 'null'])(
  'A page framed by %j is not inside the Safe app: scheme and port must be equal too',
  (origin) => {
    expect(isSafeApp(framed(origin))).toBe(false)
  },
)

describe('where the browser names no ancestors', () => {
  const OWN = 'https://shop.test'
  const page = (referrer: string, sessionStorage = fakeStorage()) => ({
    self: 1,
    top: 2,
    location: { origin: OWN },
    document: { referrer },
    sessionStorage,
  })

  it('A page stays inside the Safe app when the visitor moves from page to page in the frame', () => {
    const storage = fakeStorage()
    expect(isSafeApp(page(`${OWN}/`, storage))).toBe(false)
    expect(isSafeApp(page('https://app.safe.global/', storage))).toBe(true)
    expect(isSafeApp(page(`${OWN}/`, storage))).toBe(true)
  })
  it('A page that was inside the Safe app once is outside it in another frame and at the top', () => {
    const storage = fakeStorage()
    isSafeApp(page('https://app.safe.global/', storage))
    expect(isSafeApp(page('https://evil.io/', storage))).toBe(false)
    expect(
      isSafeApp({
        ...page(`${OWN}/`, storage),
        location: { origin: OWN, ancestorOrigins: ['https://evil.io'] },
      }),
    ).toBe(false)
    expect(isSafeApp({ ...page(`${OWN}/`, storage), top: 1 })).toBe(false)
  })
  it('The referrer alone decides where the storage is blocked', () => {
    const storage = fakeStorage()
    storage.block()
    expect(isSafeApp(page('https://app.safe.global/', storage))).toBe(true)
    expect(isSafeApp(page(`${OWN}/`, storage))).toBe(false)
    const view = {
      ...page('https://app.safe.global/'),
      get sessionStorage(): never {
        throw new DOMException('no', 'SecurityError')
      },
    }
    expect(isSafeApp(view)).toBe(true)
  })
})
