import {
  base64url,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  exportSPKI,
} from 'jose'
import { describe, expect, it } from 'vitest'
import { createSiwxServer, type JwtSession } from '../src/index.js'
import {
  type Bench,
  type Client,
  codeOf,
  createBench,
  endlessStore,
  MINUTE,
  SECRET,
  START,
} from './bench.js'
import { eip155 } from './signers.js'

const session: JwtSession = { kind: 'jwt', secret: SECRET, lifetime: 60 * MINUTE }
const key = new TextEncoder().encode(SECRET)

async function signedIn(
  options: Partial<JwtSession> = {},
): Promise<{ bench: Bench; client: Client; token: string }> {
  const bench = createBench({ session: { ...session, ...options } })
  const client = bench.client()
  expect(await codeOf(await bench.signIn(client))).toBe(200)
  return { bench, client, token: client.token! }
}
const asked = async (bench: Bench, token: string) => {
  const client = bench.client()
  client.token = token
  return bench.server.getSession(client.request('/me'))
}

describe('a token', () => {
  it('A token names account, audience and end, and no cookie is set', async () => {
    const { client, token } = await signedIn()
    expect(client.set).toEqual([])
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(decodeJwt(token)).toEqual({
      iss: 'https://shop.example',
      aud: 'https://shop.example',
      sub: `eip155:1:${eip155().accountAddress}`,
      account: `eip155:${eip155().accountAddress.toLowerCase()}`,
      jti: expect.stringMatching(/^[\w-]{43}$/),
      iat: START / 1000,
      exp: START / 1000 + 3600,
    })
    expect(
      await client.list(`?chainId=eip155:1&accountAddress=${eip155().accountAddress}`),
    ).toHaveLength(1)
    expect(await client.list('?chainId=eip155:10')).toEqual([])
  })

  it('A token can be checked by others with the public key', async () => {
    const pair = await generateKeyPair('ES256')
    const bench = createBench({
      session: {
        kind: 'jwt',
        keys: { algorithm: 'ES256', ...pair },
        issuer: 'https://id.example',
        audience: 'shop',
      },
    })
    const client = bench.client()
    await bench.signIn(client)
    expect(decodeProtectedHeader(client.token!).alg).toBe('ES256')
    expect(decodeJwt(client.token!)).toMatchObject({ iss: 'https://id.example', aud: 'shop' })
    expect(await asked(bench, client.token!)).toMatchObject({
      accountAddress: eip155().accountAddress,
    })
  })

  it('A token ends when its lifetime is over', async () => {
    const { bench, token } = await signedIn()
    bench.now += 60 * MINUTE - 1
    expect(await asked(bench, token)).toBeDefined()
    bench.now += 1
    expect(await asked(bench, token)).toBeUndefined()
  })

  it('A token ends at sign-out, when it is revoked, and with its account', async () => {
    for (const end of [
      async ({ client }: { client: Client; bench: Bench }) => client.post('/sign-out'),
      async ({ client, bench }: { client: Client; bench: Bench }) =>
        bench.server.revoke(decodeJwt(client.token!).jti!),
      async ({ bench }: { client: Client; bench: Bench }) =>
        bench.server.revokeAll(eip155().accountAddress),
    ]) {
      const made = await signedIn()
      expect(await asked(made.bench, made.token)).toBeDefined()
      await end(made)
      expect(await asked(made.bench, made.token)).toBeUndefined()
      expect(await made.client.list()).toEqual([])
    }
  })

  it('A token of one account does not end that of another', async () => {
    const { bench, client, token } = await signedIn()
    await bench.signIn(client, eip155(2))
    expect(await asked(bench, token)).toMatchObject({ accountAddress: eip155(1).accountAddress })
    expect(await asked(bench, client.token!)).toMatchObject({
      accountAddress: eip155(2).accountAddress,
    })
  })

  it('A token needs no cookie for its nonce, but the nonce token', async () => {
    const bench = createBench({ session })
    const app = bench.client(null)
    const body = await bench.signed(app)
    expect(
      await codeOf(
        await bench
          .client(null)
          .post('/verify', { ...body, nonceToken: (await app.nonce()).nonceToken }),
      ),
    ).toBe('401 siwx.wrong_nonce')
    expect(await codeOf(await bench.client(null).post('/verify', body))).toBe(200)
  })
})

describe('a forged token', () => {
  const parts = (token: string) => token.split('.') as [string, string, string]
  const claims = (token: string) => decodeJwt(token)
  const forge = (token: string) =>
    new SignJWT(claims(token)).setProtectedHeader({ alg: 'HS256', typ: 'JWT' })

  it.each<readonly [string, (token: string) => string | Promise<string>]>([
    [
      'with another account in it',
      (token) =>
        [
          parts(token)[0],
          base64url.encode(
            JSON.stringify({ ...claims(token), sub: `eip155:1:${eip155(2).accountAddress}` }),
          ),
          parts(token)[2],
        ].join('.'),
    ],
    [
      'with a later end',
      (token) =>
        [
          parts(token)[0],
          base64url.encode(JSON.stringify({ ...claims(token), exp: START })),
          parts(token)[2],
        ].join('.'),
    ],
    [
      'with its signature changed',
      (token) => token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA'),
    ],
    ['without signature', (token) => `${parts(token)[0]}.${parts(token)[1]}.`],
    ['with algorithm none', (token) => new UnsecuredJWT(claims(token)).encode()],
    [
      'with algorithm None, and a signature',
      (token) =>
        [base64url.encode(JSON.stringify({ alg: 'None' })), parts(token)[1], parts(token)[2]].join(
          '.',
        ),
    ],
    [
      'with another algorithm of the same secret',
      (token) =>
        new SignJWT(claims(token))
          .setProtectedHeader({ alg: 'HS512' })
          .sign(new Uint8Array(64).fill(1)),
    ],
    [
      'by another secret',
      (token) => forge(token).sign(new TextEncoder().encode('another secret of thirty-two bytes')),
    ],
    [
      'with a key of its own in the header',
      async (token) => {
        const pair = await generateKeyPair('ES256', { extractable: true })
        return new SignJWT(claims(token))
          .setProtectedHeader({ alg: 'ES256', jwk: { kty: 'EC' } })
          .sign(pair.privateKey)
      },
    ],
    [
      'for another audience',
      (token) => forge(token).setAudience('https://other.example').sign(key),
    ],
    ['of another issuer', (token) => forge(token).setIssuer('https://other.example').sign(key)],
    [
      'with an id that is not in the store',
      (token) => forge(token).setJti('A'.repeat(43)).sign(key),
    ],
    [
      'with the name of another key of the store as its id',
      (token) => forge(token).setJti('../nonce:x').sign(key),
    ],
    [
      'without an end',
      (token) => {
        const { exp: _, ...rest } = claims(token)
        return new SignJWT(rest).setProtectedHeader({ alg: 'HS256' }).sign(key)
      },
    ],
    ['that is none', () => 'hello'],
    ['that is nothing', () => ''],
    ['that is long', () => 'a.'.repeat(5_000)],
  ])('A forged token %s is refused', async (_, change) => {
    const { bench, token } = await signedIn()
    const forged = await change(token)
    expect(forged).not.toBe(token)
    expect(await asked(bench, forged)).toBeUndefined()
    expect(await asked(bench, token)).toBeDefined()
    expect(bench.errors).toEqual([])
  })

  it('A token with a malformed id does not reach the store', async () => {
    const reads: string[] = []
    const bench = createBench({ session, store: endlessStore(undefined, reads) })
    const client = bench.client()
    await bench.signIn(client)
    reads.length = 0
    expect(await asked(bench, await forge(client.token!).setJti('x:y').sign(key))).toBeUndefined()
    expect(reads).toEqual([])
  })

  it('A token that was signed with the public key as secret is refused', async () => {
    const pair = await generateKeyPair('RS256', { extractable: true })
    const bench = createBench({ session: { kind: 'jwt', keys: { algorithm: 'RS256', ...pair } } })
    const client = bench.client()
    await bench.signIn(client)
    const forged = await new SignJWT(decodeJwt(client.token!))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(await exportSPKI(pair.publicKey)))
    expect(await asked(bench, forged)).toBeUndefined()
    expect(await asked(bench, client.token!)).toBeDefined()
  })

  it('A token is refused as a cookie, and a cookie as a token', async () => {
    const { bench, token } = await signedIn()
    const client = bench.client()
    client.cookies.set('__Host-siwx', token)
    expect(await client.list()).toEqual([])
    const cookies = createBench()
    const other = cookies.client()
    await cookies.signIn(other)
    expect(await asked(cookies, other.cookies.get('__Host-siwx')!)).toBeUndefined()
  })
})

describe('the options of tokens', () => {
  const make = (options: Partial<JwtSession>) => () =>
    createBench({ session: { kind: 'jwt', ...options } })
  const pair = generateKeyPair('ES256')
  it('The options of tokens need a secret of 32 bytes or a key pair', async () => {
    const { privateKey, publicKey } = await pair
    for (const options of [
      {},
      { secret: 'short' },
      { secret: new Uint8Array(31) },
      { secret: SECRET, keys: { algorithm: 'ES256', privateKey, publicKey } },
      { keys: { algorithm: 'HS256', privateKey, publicKey } },
      { keys: { algorithm: 'none', privateKey, publicKey } },
    ])
      expect(make(options)).toThrow(expect.objectContaining({ code: 'siwx.invalid_option' }))
    expect(make({ secret: new Uint8Array(32) })).not.toThrow()
    expect(typeof createSiwxServer).toBe('function')
  })
})
