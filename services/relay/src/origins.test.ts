import { expect, it } from 'vitest'
import { isOriginAllowed } from './origins.js'

it('a pattern allows what it says and nothing around it', () => {
  const patterns = ['https://*.example.com', 'https://shop.example.org', 'http://localhost:*']
  const allowed = ['https://a.example.com', 'https://a.b.example.com', 'https://shop.example.org', 'http://localhost:3000']
  const refused = ['https://example.com', 'https://a.example.com.evil.io', 'https://evil.io/.example.com', 'http://a.example.com', 'https://shopxexample.org',
    'https://shop.example.org.evil.io', 'null', '', 'https://a.example.com:8443', 'https://evil.io#.example.com']
  expect(allowed.filter((origin) => !isOriginAllowed(origin, patterns))).toEqual([])
  expect(refused.filter((origin) => isOriginAllowed(origin, patterns))).toEqual([])
})
