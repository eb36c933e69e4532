import { expect, it } from 'vitest'
import { createClientAddress, limitKeyOf } from './clientAddress.js'

const fail = (message: string) => Object.assign(new Error(message), { code: 'x' })

it('X-Forwarded-For is read from trusted proxies only, and only its trusted end', () => {
  const of = createClientAddress(['10.0.0.0/8', 'fd00::/8'], fail)
  expect(of('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  expect(of('10.0.0.1', '1.2.3.4')).toBe('1.2.3.4')
  expect(of('::ffff:10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9')).toBe('1.2.3.4')
  expect(of('fd00::1', '6.6.6.6, 2001:db8::1')).toBe('2001:db8::1')
  expect(of('10.0.0.1', 'nonsense')).toBe('10.0.0.1')
  expect(of('10.0.0.1')).toBe('10.0.0.1')
  expect(of(undefined)).toBe('')
})

it.each([
  ['1.2.3.4:5678', '1.2.3.4'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::ffff:102:304', '1.2.3.4'],
  ['0:0:0:0:0:FFFF:0102:0304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
  ['6.6.6.6, 1.2.3.4, ::ffff:a09:909', '1.2.3.4'],
  ['fe80::1%eth0', 'fe80::1'],
  ['1.2.3.4:http', '10.0.0.1'],
  ['[1.2.3.4', '10.0.0.1'],
])('A proxy may write the client as %s', (forwardedFor, address) => {
  expect(createClientAddress(['10.0.0.0/8'], fail)('10.0.0.1', forwardedFor)).toBe(address)
})

it('A trusted proxy that is not an address or a network is refused by name', () => {
  for (const entry of ['proxy.local', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129'])
    expect(() => createClientAddress([entry], fail)).toThrow(entry)
})

it('All addresses of an IPv6 customer count as one', () => {
  expect(limitKeyOf('203.0.113.9')).toBe('203.0.113.9')
  expect(limitKeyOf('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64')
  expect(limitKeyOf('2001:DB8:0:1:ffff:0:0:1')).toBe('2001:db8:0:1::/64')
  expect(limitKeyOf('::1')).toBe('0:0:0:0::/64')
})
