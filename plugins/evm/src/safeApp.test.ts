import { expect, it } from 'vitest'
import { isSafeApp } from './safeApp.js'

const framed = (...ancestorOrigins: string[]) => ({ self: 1, top: 2, location: { ancestorOrigins } })

it('is inside the Safe app when it is framed by its very host [RPC-31]', () => {
  expect(isSafeApp(framed('https://app.safe.global'))).toBe(true)
  expect(isSafeApp({ self: 1, top: 2, location: {}, document: { referrer: 'https://app.safe.global/apps?x=1' } })).toBe(true)
  expect(isSafeApp(framed('https://example.org'))).toBe(false)
  const top = {}
  expect(isSafeApp({ self: top, top, location: { ancestorOrigins: ['https://app.safe.global'] } })).toBe(false)
})

it.each(['https://app.safe.global.evil.io', 'https://evil-app.safe.global', 'https://evil.io/app.safe.global', 'https://xapp.safe.global', 'app.safe.global', ''])('is not inside by %j: the host must be equal [RPC-32]', (origin) => {
  expect(isSafeApp(framed(origin))).toBe(false)
})
