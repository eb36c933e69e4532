import { expect, it } from 'vitest'
import { checkMessage, randomNonce, type Expected, type SiwxMessage } from '../src/index.js'

const message: SiwxMessage = {
  domain: 'site.test:8443',
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  chainId: 'eip155:10',
  uri: 'https://site.test:8443/in',
  version: '1',
  nonce: 'abcdefgh',
  issuedAt: '2026-01-01T00:00:00Z',
  notBefore: '2026-01-01T00:01:00Z',
  expirationTime: '2026-01-01T00:10:00Z',
}
const [start, end] = [message.notBefore!, message.expirationTime!].map((time) =>
  Date.parse(time),
) as [number, number]
const right: Expected = {
  domain: message.domain,
  nonce: message.nonce,
  accountAddress: message.accountAddress,
  chainId: message.chainId,
  at: start,
}
const check =
  (expected: Expected, other: Partial<SiwxMessage> = {}) =>
  () =>
    checkMessage({ ...message, ...other }, expected)

it('A message that says what is expected is accepted, and only named fields are checked', () => {
  expect(check(right)).not.toThrow()
  expect(check({ at: start })).not.toThrow()
  expect(check({ ...right, accountAddress: message.accountAddress.toLowerCase() })).not.toThrow()
})

it.each<[string, string, Expected, Partial<SiwxMessage>?]>([
  ['siwx.wrong_domain', 'another domain', { domain: 'evil.test' }],
  ['siwx.wrong_domain', 'another port', { domain: 'site.test' }],
  ['siwx.wrong_domain', 'a domain that begins so', { domain: 'site.test:84' }],
  [
    'siwx.wrong_domain',
    'a domain below it',
    { domain: 'site.test:8443' },
    { domain: 'a.site.test:8443' },
  ],
  [
    'siwx.wrong_domain',
    'a user before the host',
    { domain: 'site.test:8443' },
    { domain: 'site.test:8443@evil.test' },
  ],
  ['siwx.wrong_nonce', 'a nonce of another message', { nonce: 'abcdefgi' }],
  ['siwx.wrong_nonce', 'a nonce in capitals', { nonce: 'ABCDEFGH' }],
  ['siwx.wrong_nonce', 'no nonce at all', { nonce: '' }],
  [
    'siwx.wrong_account',
    'another account',
    { accountAddress: '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946' },
  ],
  ['siwx.wrong_chain', 'another chain', { chainId: 'eip155:1' }],
  ['siwx.wrong_chain', 'another family', { chainId: 'solana:10' }],
  [
    'siwx.wrong_account',
    'an account of Solana in other case',
    { accountAddress: '2s3iKQhUGa8qy9GAdHWNJhjwcCKTPhBaCpt84SaFCXXa' },
    { chainId: 'solana:localnet', accountAddress: '2S3iKQhUGa8qy9GAdHWNJhjwcCKTPhBaCpt84SaFCXXa' },
  ],
])('The code %s refuses a message with %s', (code, _what, expected, other) => {
  expect(check({ at: start, ...expected }, other)).toThrow(expect.objectContaining({ code }))
})

it('A message is valid from its not-before time until just before its expiration time', () => {
  expect(check({ at: start - 1 })).toThrow(expect.objectContaining({ code: 'siwx.not_yet_valid' }))
  expect(check({ at: start })).not.toThrow()
  expect(check({ at: end - 1 })).not.toThrow()
  expect(check({ at: end })).toThrow(expect.objectContaining({ code: 'siwx.expired' }))
})

it('Clocks may differ by the given skew in both directions', () => {
  expect(check({ at: start - 5_000, clockSkew: 5_000 })).not.toThrow()
  expect(check({ at: start - 5_001, clockSkew: 5_000 })).toThrow(
    expect.objectContaining({ code: 'siwx.not_yet_valid' }),
  )
  expect(check({ at: end + 4_999, clockSkew: 5_000 })).not.toThrow()
  expect(check({ at: end + 5_000, clockSkew: 5_000 })).toThrow(
    expect.objectContaining({ code: 'siwx.expired' }),
  )
})

it('A message is checked against the current time where no time is given', () => {
  const soon = (ms: number): string => new Date(Date.now() + ms).toISOString()
  expect(check({}, { notBefore: soon(-60_000), expirationTime: soon(3_600_000) })).not.toThrow()
  expect(check({}, { notBefore: soon(-60_000), expirationTime: soon(-1_000) })).toThrow(
    expect.objectContaining({ code: 'siwx.expired' }),
  )
})

it('A message with a malformed time is refused', () => {
  expect(check({ at: NaN })).toThrow(expect.objectContaining({ code: 'siwx.expired' }))
  expect(check({ at: start }, { expirationTime: 'never' })).toThrow(
    expect.objectContaining({ code: 'siwx.bad_message' }),
  )
  expect(check({ at: start }, { notBefore: '2026-02-30T00:00:00Z' })).toThrow(
    expect.objectContaining({ code: 'siwx.bad_message' }),
  )
})

it('Nonces have 128 bits, fit into a message and never repeat', () => {
  const nonces = Array.from({ length: 100 }, randomNonce)
  expect(new Set(nonces).size).toBe(100)
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
})
