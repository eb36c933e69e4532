import { expect, it } from 'vitest'
import { normalizeAddress } from './address.js'

it.each([
  ['Ada@Shop.Example', 'ada@shop.example'],
  ['ada@müller.example', 'ada@xn--mller-kva.example'],
  ['ada@shop_1.example', undefined],
  ['ada@', undefined],
])('The spelling of %s is %s', (email, wanted) => {
  expect(normalizeAddress(email)).toBe(wanted)
})

it('An address is refused if Punycode makes it longer than 254 characters', () => {
  // The domain has 156 characters, and 188 in Punycode (RFC 3492).
  const domain = [8, 8, 8, 6].map((times) => 'ñandú'.repeat(times)).join('.') + '.es'
  expect(normalizeAddress(`${'a'.repeat(64)}@${domain}`)).toHaveLength(253)
  expect(normalizeAddress(`${'a'.repeat(66)}@${domain}`)).toBeUndefined()
})
