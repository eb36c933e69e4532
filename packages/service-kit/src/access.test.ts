import { expect, it } from 'vitest'
import { createAccess } from './access.js'

const KEY = 'Unauthorized: invalid key'
const ORIGIN = 'Unauthorized: origin not allowed'

it('Without projects and origins everybody is let in', () => {
  const access = createAccess({ projects: [], origins: [] })
  expect(access.refusalOf(undefined, 'https://evil.example')).toBeUndefined()
  expect(access.isKnownOrigin('https://evil.example')).toBe(true)
})

it('The key is judged before the origin, and each project has origins of its own', () => {
  const access = createAccess({
    projects: [{ id: 'shop', origins: ['https://*.shop.example'] }, { id: 'open' }],
    origins: ['https://staging.example'],
  })
  expect([undefined, '', 'Shop', 'shop '].map((id) => access.refusalOf(id, 'https://x'))).toEqual(
    Array(4).fill(KEY),
  )
  expect(access.refusalOf('shop', 'https://a.shop.example')).toBeUndefined()
  expect(access.refusalOf('shop', 'https://staging.example')).toBeUndefined()
  expect(access.refusalOf('shop', 'https://a.b.shop.example')).toBe(ORIGIN)
  expect(access.refusalOf('shop', 'https://shop.example')).toBe(ORIGIN)
  expect(access.refusalOf('open', 'https://a.shop.example')).toBe(ORIGIN)
  expect(access.refusalOf('shop', undefined)).toBeUndefined()
  expect(access.isKnownOrigin('https://a.shop.example')).toBe(true)
  expect(access.isKnownOrigin('https://evil.example')).toBe(false)
})
