import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { generateKeyPairSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkSocials, readFarcaster, readSocials } from '../src/auth/social/settings.js'
import { PROVIDERS } from './socialBench.js'

let folder = ''
let apple: Record<string, string>
const pem = (type: 'ec' | 'ed25519'): string => {
  const { privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('ed25519')
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-socials-'))
  await writeFile(join(folder, 'apple.p8'), pem('ec'))
  await writeFile(join(folder, 'other.p8'), pem('ed25519'))
  await writeFile(join(folder, 'text.p8'), 'very secret')
  apple = {
    APPLE_CLIENT_ID: 'example.shop',
    APPLE_TEAM: 'TEAM123456',
    APPLE_KEY_ID: 'KEY1234567',
    APPLE_KEY: join(folder, 'apple.p8'),
  }
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (env: Record<string, string | undefined>) => {
  const socials = await readSocials(env)
  checkSocials(socials, readFarcaster(env))
  return socials
}

it('Each provider is set up by its own variables, and none without them', async () => {
  expect(await read({})).toEqual({})
  const env = Object.fromEntries(
    PROVIDERS.filter((name) => name !== 'apple').flatMap((name) => [
      [`${name.toUpperCase()}_CLIENT_ID`, `${name}-id`],
      [`${name.toUpperCase()}_CLIENT_SECRET`, `${name}-secret`],
    ]),
  )
  const socials = await read({ ...env, ...apple, GOOGLE_URL: 'http://127.0.0.1:8790/google' })
  expect(Object.keys(socials)).toEqual(PROVIDERS)
  expect(socials.google).toEqual({
    clientId: 'google-id',
    clientSecret: 'google-secret',
    url: 'http://127.0.0.1:8790/google',
  })
  expect(socials.apple).toMatchObject({ team: 'TEAM123456', keyId: 'KEY1234567' })
  expect(socials.apple?.key).toContain('PRIVATE KEY')
})

it.each([
  [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_SECRET is missing'],
  [{ X_CLIENT_SECRET: 'very secret' }, 'X_CLIENT_ID is missing'],
  [{ APPLE_TEAM: 'TEAM123456' }, 'APPLE_CLIENT_ID, APPLE_KEY_ID, APPLE_KEY is missing'],
  [{ FARCASTER_RELAY: 'https://relay.example' }, 'FARCASTER_RPC is missing'],
  [
    { FARCASTER_RELAY: 'http://relay.example', FARCASTER_RPC: 'https://node.example' },
    'FARCASTER_RELAY must begin with https://',
  ],
  [
    { FARCASTER_RELAY: 'https://relay.example', FARCASTER_RPC: 'ftp://node.example' },
    'FARCASTER_RPC must begin with https://',
  ],
  [
    { X_CLIENT_ID: 'a', X_CLIENT_SECRET: 'very secret', X_URL: 'http://x.example' },
    'X_URL must begin with https://',
  ],
])('A half of a set-up, or one over an open line, is refused: %j', async (env, says) => {
  const error = await read(env as Record<string, string>).catch((error: Error) => error)
  expect(error).toMatchObject({ code: 'secure-frame.invalid_option' })
  expect(String(error)).toContain(says)
  expect(String(error)).not.toContain('very secret')
})

it.each([
  ['nowhere.p8', 'APPLE_KEY names a file that cannot be read'],
  ['other.p8', 'APPLE_KEY must be the private key that Apple gave'],
  ['text.p8', 'APPLE_KEY must be the private key that Apple gave'],
])('A key of Apple that is %s is refused', async (name, says) => {
  const error = await read({ ...apple, APPLE_KEY: join(folder, name) }).catch(
    (error: Error) => error,
  )
  expect(error).toMatchObject({ code: 'secure-frame.invalid_option' })
  expect(String(error)).toContain(says)
  expect(String(error)).not.toContain('very secret')
})
