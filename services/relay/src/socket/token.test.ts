import { describe, expect, it } from 'vitest'
import { type Key, base58, newKey, newToken } from '../../test/rawClient.js'
import { readToken } from './token.js'

const AUDIENCE = 'wss://relay.example.org'
const HOUR = 3600
const now = Math.floor(Date.now() / 1000)
const rules = {
  skew: 120,
  lifetime: 7 * 86_400,
  isAudience: (audience: string) => audience === AUDIENCE,
}
const key = newKey()
const why = (token: string): string => {
  try {
    readToken(token, rules)
    return 'let in'
  } catch (error) {
    return (error as Error).message
  }
}
const signed = (claims: Record<string, unknown>, header = {}, by: Key = key) =>
  why(newToken(by, AUDIENCE, claims, header))

describe('a token', () => {
  it('A token names its client', () => {
    expect(readToken(newToken(key, AUDIENCE), rules)).toBe(key.issuer)
  })
  it('A token from the future is refused as not yet valid, in the words that clients know', () => {
    expect(signed({ iat: now + HOUR })).toBe('JWT validation error: JWT Token is not yet valid')
  })
  it('A token may be off by the clock skew in both directions', () => {
    expect(signed({ iat: now + 100 })).toBe('let in')
    expect(signed({ iat: now - HOUR, exp: now - 100 })).toBe('let in')
    expect(signed({ iat: now + 140 })).not.toBe('let in')
    expect(signed({ iat: now - HOUR, exp: now - 140 })).toBe(
      'JWT validation error: JWT Token is expired',
    )
  })
  it('A token that ends before it begins is refused as expired', () => {
    expect(signed({ iat: now + 60, exp: now + 50 })).toBe(
      'JWT validation error: JWT Token is expired',
    )
  })
  it('A token may live for a day, as those of sign-client do, or for a week, but no longer (audit L6)', () => {
    expect(signed({ iat: now, exp: now + 86_400 })).toBe('let in')
    expect(signed({ iat: now, exp: now + 7 * 86_400 })).toBe('let in')
    for (const lifetime of [7 * 86_400 + 1, 100 * 365 * 86_400, 1e300])
      expect(signed({ iat: now, exp: now + lifetime })).toBe(
        'JWT validation error: JWT Token lives too long',
      )
    expect(signed({ iat: -1e12, exp: now + 60 })).toBe(
      'JWT validation error: JWT Token lives too long',
    )
  })
  it('A token for another relay is refused', () => {
    expect(signed({ aud: 'wss://other.example.org' })).toBe(
      'JWT validation error: JWT Token is for another audience',
    )
  })
  it('A token that is changed, unsigned or signed by another key is refused', () => {
    const token = newToken(key, AUDIENCE)
    const [head, body, signature] = token.split('.')
    const changed = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(body ?? '', 'base64url').toString()),
        sub: 'changed',
      }),
    ).toString('base64url')
    for (const bad of [
      `${head}.${changed}.${signature}`,
      `${head}.${body}.${'A'.repeat(86)}`,
      `${head}.${body}.AA`,
    ]) {
      expect(why(bad)).toBe('JWT validation error: JWT Token has a wrong signature')
    }
    expect(signed({ iss: newKey().issuer })).toBe(
      'JWT validation error: JWT Token has a wrong signature',
    )
  })
  it('A token that names an algorithm other than EdDSA is refused', () => {
    for (const alg of ['none', 'HS256', 'eddsa', undefined])
      expect(signed({}, { alg })).toBe('JWT validation error: JWT Token is not signed by EdDSA')
  })
  it('A token whose issuer is not an Ed25519 did:key is refused', () => {
    const secp = base58(Buffer.concat([Buffer.from([0xe7, 0x01]), Buffer.alloc(32, 7)]))
    for (const iss of [
      `did:key:z${secp}`,
      'did:web:example.org',
      key.issuer.slice(0, -1),
      key.issuer.replace('z', 'm'),
      `${key.issuer}0`,
    ]) {
      expect(signed({ iss })).toBe('JWT validation error: JWT Token has no Ed25519 issuer')
    }
  })
  it('A token that lacks a claim, or has one of another type, is refused', () => {
    for (const claims of [
      { iss: undefined },
      { aud: ['a'] },
      { exp: 'tomorrow' },
      { iat: null },
      { exp: undefined },
    ]) {
      expect(signed(claims)).toBe('JWT validation error: JWT Token lacks a claim')
    }
  })
  it('A malformed token is refused', () => {
    for (const junk of [
      '',
      '.',
      '..',
      'a.b',
      'a.b.c',
      'bnVsbA.bnVsbA.AA',
      `${newToken(key, AUDIENCE)}.x`,
      'x'.repeat(5000),
    ]) {
      expect(why(junk)).toBe('JWT validation error: JWT Token is malformed')
    }
  })
})
