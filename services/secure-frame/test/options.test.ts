import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newKeys, newRecoveryKeys, optionsFromEnv, startSecureFrame } from '../src/index.js'
import { type SecureFrameOptions } from '../src/options.js'

let folder = ''
let whole: Record<string, string>
const put = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-options-'))
  const projects = [{ id: 'shop', origins: ['https://shop.example'] }]
  whole = {
    PUBLIC_URL: 'https://wallet.shop.example',
    DATABASE_URL: `file:${join(folder, 'frame.db')}`,
    KEYS: `file:${await put('keys.json', newKeys('k1'))}`,
    RECOVERY: 'automatic',
    RECOVERY_KEYS: `file:${await put('recovery.json', newRecoveryKeys('r1'))}`,
    RECOVERY_DATABASE_URL: `file:${join(folder, 'recovery.db')}`,
    PROJECTS: await put('projects.json', JSON.stringify(projects)),
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'Shop <mail@shop.example>',
    PORT: '0',
  }
  await put('short.json', newKeys('k1').replace(/"key": "[^"]{8}/, '"key": "'))
  await put('text.json', 'no')
  const two = [...projects, { id: 'b', origins: ['https://a.*.example'] }]
  await put('origins.json', JSON.stringify(two))
  await put('bad.json', '[{ "id": "shop" }]')
})
afterAll(() => rm(folder, { recursive: true }))

const start = async (env: Record<string, string | undefined>) =>
  startSecureFrame((await optionsFromEnv(env)) satisfies SecureFrameOptions)

it('With all of its variables the service starts and ends', async () => {
  const frame = await start({ ...whole, RPC_1: 'https://node.example', LIMIT_MAIL_HOUR: '7' })
  expect(await (await fetch(`http://127.0.0.1:${frame.port}/health`)).json()).toEqual({
    status: 'ok',
    servers: [],
  })
  await frame.close()
})

it('A service that ends serves on for DRAIN_SECONDS, and says so to its balancer', async () => {
  const frame = await start({ ...whole, DRAIN_SECONDS: '1' })
  const closed = frame.close()
  const ask = (path: string) => fetch(`http://127.0.0.1:${frame.port}${path}`)
  const health = await ask('/health')
  expect([health.status, health.headers.get('connection')]).toEqual([503, 'close'])
  expect((await ask('/ready')).status).not.toBe(404)
  await closed
  await expect(ask('/health')).rejects.toThrow()
})

it.each([
  ...[
    'PUBLIC_URL',
    'DATABASE_URL',
    'KEYS',
    'RECOVERY_KEYS',
    'RECOVERY_DATABASE_URL',
    'PROJECTS',
    'SMTP_URL',
    'MAIL_FROM',
  ].map((name) => ({ name, value: undefined, says: `${name} is missing` })),
  {
    name: 'RECOVERY',
    value: undefined,
    says: 'RECOVERY must be automatic or user. With automatic',
  },
  { name: 'RECOVERY', value: 'maybe', says: 'With user each person' },
  { name: 'PUBLIC_URL', value: 'http://wallet.shop.example', says: 'PUBLIC_URL must be an origin' },
  { name: 'PUBLIC_URL', value: 'https://a.example/x', says: 'PUBLIC_URL must be an origin' },
  { name: 'DATABASE_URL', value: 'mysql://x', says: 'DATABASE_URL must begin with' },
  { name: 'KEYS', value: '/keys.json', says: 'KEYS must be like file:' },
  { name: 'KEYS', value: 'file:/nowhere.json', says: 'KEYS names a file that cannot be read' },
  { name: 'KEYS', value: 'file:FOLDER/text.json', says: 'KEYS names a file that is not JSON' },
  { name: 'KEYS', value: 'file:FOLDER/recovery.json', says: 'not one of keys' },
  { name: 'KEYS', value: 'file:FOLDER/short.json', says: 'has 26 bytes. It must have 32' },
  { name: 'RECOVERY_KEYS', value: 'file:FOLDER/keys.json', says: 'must hold other keys' },
  { name: 'PROJECTS', value: 'FOLDER/bad.json', says: 'PROJECTS must name a file like' },
  { name: 'PROJECTS', value: 'FOLDER/origins.json', says: 'An origin of the project "b"' },
  { name: 'SMTP_URL', value: 'mail.example', says: 'SMTP_URL must be like' },
  { name: 'MAIL_FROM', value: 'Shop', says: 'MAIL_FROM must be like' },
  { name: 'PORT', value: 'many', says: 'PORT must be a whole number' },
  { name: 'LIMIT_MAIL_HOUR', value: '-1', says: 'LIMIT_MAIL_HOUR must be a whole number' },
  { name: 'APPROVAL_WINDOW', value: 'never', says: 'APPROVAL_WINDOW must be auto or always' },
  {
    name: 'KEEP_EVENT_ADDRESSES',
    value: 'yes',
    says: 'KEEP_EVENT_ADDRESSES must be true or false',
  },
  { name: 'ANALYTICS_TOKEN', value: 'short', says: 'ANALYTICS_TOKEN must have at least 16' },
  { name: 'RPC_MAINNET', value: 'https://x.example', says: 'RPC_MAINNET must be like RPC_1' },
  { name: 'RPC_1', value: 'ws://x.example', says: 'The RPC url of eip155:1 must begin with' },
  { name: 'BUNDLER_MAINNET', value: 'https://x.example', says: 'must be like BUNDLER_1' },
  { name: 'BUNDLER_5', value: 'https://x.example', says: 'the frame does not serve' },
  { name: 'BUNDLER_1', value: 'https://x.example', says: 'BUNDLER_1 needs RPC_1' },
  { name: 'PAYMASTER_1', value: 'https://x.example', says: 'PAYMASTER_1 needs BUNDLER_1' },
  { name: 'DRAIN_SECONDS', value: '-1', says: 'DRAIN_SECONDS must be' },
  { name: 'SESSION_DAYS', value: '0', says: 'SESSION_DAYS must be 1 or more' },
  { name: 'TRUSTED_PROXIES', value: 'proxy', says: 'A trusted proxy must be an address' },
])(
  '$name as $value: the service does not start and says "$says"',
  async ({ name, value, says }) => {
    const text = value?.replace('FOLDER', folder)
    const failed = start({ ...whole, [name]: text })
    await expect(failed).rejects.toThrow(says)
  },
)

it('All that is missing is told at once', async () => {
  const message = await start({ RECOVERY: 'automatic', KEYS: whole.KEYS }).catch(
    (error: Error) => error.message,
  )
  expect(String(message).split('\n')).toEqual(
    [
      'PUBLIC_URL',
      'DATABASE_URL',
      'PROJECTS',
      'SMTP_URL',
      'MAIL_FROM',
      'RECOVERY_DATABASE_URL',
      'RECOVERY_KEYS',
    ].map((name) => expect.stringMatching(`^${name} is missing. Set it, for example ${name}=`)),
  )
  await expect(start({})).rejects.toThrow(/PUBLIC_URL is missing[^]*RECOVERY must be automatic/)
})

it('A port that is in use is told in a sentence', async () => {
  const first = await start(whole)
  const second = { ...whole, PORT: String(first.port), RECOVERY: 'user' }
  const databases = { DATABASE_URL: 'file::memory:', RECOVERY_DATABASE_URL: undefined }
  await expect(start({ ...second, ...databases })).rejects.toMatchObject({
    code: 'secure-frame.invalid_option',
    message: expect.stringContaining(`The port ${first.port} of 127.0.0.1 is in use.`),
  })
  await first.close()
})

it('One database for both stores is refused in mode automatic', async () => {
  const env = { ...whole, RECOVERY_DATABASE_URL: whole.DATABASE_URL }
  await expect(start(env)).rejects.toThrow('must be another database')
})
