import { expect, it } from 'vitest'
import { newKey, newToken } from '../../test/rawClient.js'
import { createAdmission } from './admission.js'

const URL_OF_RELAY = 'wss://relay.example.org'
const admission = (allowedOrigins: string[]) =>
  createAdmission({
    audiences: [URL_OF_RELAY],
    projectIds: [],
    allowedOrigins,
    clockSkew: 120,
    tokenLifetime: 86_400,
  })
const auth = newToken(newKey(), URL_OF_RELAY)
const isLetIn = (admit: ReturnType<typeof admission>, origin: string): boolean => {
  try {
    return admit({ url: `/?auth=${auth}`, headers: { origin } }) !== ''
  } catch {
    return false
  }
}

it('An origin pattern allows only what it spells out: a star stands for one label, as in the kernel (audit M2)', () => {
  const admit = admission([
    'https://*.example.com',
    'https://shop.example.org',
    'http://localhost:3000',
  ])
  const allowed = [
    'https://a.example.com',
    'https://A.example.com',
    'https://shop.example.org',
    'http://localhost:3000',
  ]
  const refused = [
    'https://example.com',
    'https://a.b.example.com',
    'https://a.example.com.evil.io',
    'https://evil.io/.example.com',
    'http://a.example.com',
    'https://shopxexample.org',
    'https://shop.example.org.evil.io',
    'null',
    '',
    'https://a.example.com:8443',
    'https://evil.io#.example.com',
    'http://localhost:3001',
  ]
  expect(allowed.filter((origin) => !isLetIn(admit, origin))).toEqual([])
  expect(refused.filter((origin) => isLetIn(admit, origin))).toEqual([])
})
