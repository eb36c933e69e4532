import { createServer } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { createIdentityVerifier } from '../src/index.js'

const ISSUER = 'https://wallet.shop.example'
const NOW = 1_800_000_000_000

const setUp = async () => {
  const [own, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'ES256' }
  const verify = createIdentityVerifier({
    issuer: ISSUER,
    projectId: 'shop',
    keys: createLocalJWKSet({ keys: [jwk] }),
    clock: () => NOW,
  })
  const token = (
    changes: {
      claims?: object
      issuer?: string
      audience?: string
      key?: CryptoKey
      at?: number
    } = {},
  ) => {
    const seconds = Math.floor((changes.at ?? NOW) / 1000)
    return new SignJWT({
      accounts: { eip155: '0x1', solana: '2' },
      auth_time: seconds - 10,
      email: 'ada@shop.example',
      email_verified: true,
      nonce: 'nonce-1',
      ...changes.claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuer(changes.issuer ?? ISSUER)
      .setAudience(changes.audience ?? 'shop')
      .setSubject('person')
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 300)
      .sign(changes.key ?? own.privateKey)
  }
  return { verify, token, foreignKey: foreign.privateKey }
}

it('A good token tells the person, the accounts and the verified address', async () => {
  const { verify, token } = await setUp()
  expect(await verify(await token(), { nonce: 'nonce-1' })).toEqual({
    userId: 'person',
    accounts: { eip155: '0x1', solana: '2' },
    email: 'ada@shop.example',
    signedInAt: NOW - 10_000,
    expiresAt: NOW + 300_000,
  })
  const unverified = await verify(await token({ claims: { email_verified: false } }))
  expect(unverified).not.toHaveProperty('email')
})

it('A token of another key, issuer, project, time, nonce or shape is not one', async () => {
  const { verify, token, foreignKey } = await setUp()
  const refused = [
    await verify(await token({ key: foreignKey })),
    await verify(await token({ issuer: 'https://evil.example' })),
    await verify(await token({ audience: 'other' })),
    await verify(await token({ at: NOW - 301_000 })),
    await verify(await token(), { nonce: 'nonce-2' }),
    await verify(await token({ claims: { nonce: undefined } }), { nonce: 'nonce-1' }),
    await verify(await token({ claims: { accounts: { eip155: 5 } } })),
    await verify(await token({ claims: { auth_time: 'today' } })),
    await verify('a.b.c'),
    await verify(`${(await token()).split('.').slice(0, 2).join('.')}.`),
  ]
  expect(refused).toEqual(refused.map(() => undefined))
})

it('Keys that cannot be fetched are an error of their own, and not a refusal', async () => {
  const { token } = await setUp()
  const verify = createIdentityVerifier({ issuer: 'http://127.0.0.1:1', projectId: 'shop' })
  await expect(verify(await token({ issuer: 'http://127.0.0.1:1' }))).rejects.toThrow()
})

it.each([
  [500, 'application/json', '{}'],
  [200, 'text/html', '<p>Not now</p>'],
  [200, 'application/json', '{ "keys": 5 }'],
])(
  'An answer %i with %s in the place of the keys is an error and no refusal',
  async (...answer) => {
    const [status, type, body] = answer
    const server = createServer((_, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const { token } = await setUp()
      const verify = createIdentityVerifier({ issuer, projectId: 'shop' })
      await expect(verify(await token({ issuer }))).rejects.toThrow()
      // A text that is not a token needs no keys to be refused.
      expect(await verify('no token')).toBeUndefined()
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)

it('A token without an algorithm, or signed by the public key as if it were a secret, is not one', async () => {
  const { verify, token } = await setUp()
  const [, claims] = (await token()).split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const jwk = await exportJWK((await generateKeyPair('ES256')).publicKey)
  const secret = new TextEncoder().encode(JSON.stringify(jwk))
  const byHmac = await new SignJWT({ accounts: {}, auth_time: 1 })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .setIssuer(ISSUER)
    .setAudience('shop')
    .setSubject('person')
    .setIssuedAt(NOW / 1000)
    .setExpirationTime(NOW / 1000 + 300)
    .sign(secret)
  expect(await verify(`${part({ alg: 'none', typ: 'JWT' })}.${claims}.`)).toBeUndefined()
  expect(await verify(byHmac)).toBeUndefined()
})
