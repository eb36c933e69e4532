import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  keeperOptionsFromEnv,
  optionsFromEnv,
  startKeeper,
  startSecureFrame,
} from '../src/index.js'
import { runCommand } from '../src/operate/commands.js'
import { writeFiles } from './keeperMoved.js'

let folder = ''
let keeper: Record<string, string>
let frame: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-keeper-options-'))
  const file = await writeFiles(folder)
  const common = {
    PORT: '0',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'Shop <a@shop.example>',
  }
  keeper = {
    ...common,
    FRAME_URL: 'https://wallet.shop.example',
    DATABASE_URL: `file:${join(folder, 'keeper.db')}`,
    KEYS: file('keeper-keys.json'),
    SERVICE_KEY: file('service.pub.json'),
  }
  frame = {
    ...common,
    PUBLIC_URL: 'https://wallet.shop.example',
    DATABASE_URL: `file:${join(folder, 'frame.db')}`,
    KEYS: file('keys.json'),
    RECOVERY: 'automatic',
    KEEPER_URL: 'http://127.0.0.1:1',
    KEEPER_KEY: file('keeper.pub.json'),
    SERVICE_KEY: file('service.json'),
    PROJECTS: join(folder, 'projects.json'),
  }
  await writeFile(join(folder, 'cert.pem'), 'no certificate')
})
afterAll(() => rm(folder, { recursive: true }))

const startOne = async (env: Record<string, string | undefined>) =>
  startKeeper(await keeperOptionsFromEnv(env))
const startFrame = async (env: Record<string, string | undefined>) =>
  startSecureFrame(await optionsFromEnv(env))

it('With all of its variables a keeper starts and ends, and a frame starts beside one that is away', async () => {
  const one = await startOne({ ...keeper, LIMIT_RELEASES_HOUR: '7' })
  const health = await (await fetch(`${one.url}/health`)).json()
  expect(health).toEqual({ status: 'ok', servers: [] })
  await one.close()
  const other = await startFrame(frame)
  const { servers } = (await (await fetch(`http://127.0.0.1:${other.port}/health`)).json()) as {
    servers: object[]
  }
  expect(servers).toEqual([{ name: 'keeper', state: 'away', since: expect.any(Number) }])
  await other.close()
})

it.each([
  ...['FRAME_URL', 'DATABASE_URL', 'KEYS', 'SERVICE_KEY', 'SMTP_URL', 'MAIL_FROM'].map((name) => ({
    name,
    value: () => undefined,
    says: `${name} is missing`,
  })),
  { name: 'FRAME_URL', value: () => 'http://wallet.shop.example', says: 'an origin with https' },
  { name: 'DATABASE_URL', value: () => 'mysql://x', says: 'must begin with file: or postgres://' },
  { name: 'HOST', value: () => '0.0.0.0', says: 'Without TLS_CERT and TLS_KEY' },
  { name: 'HOST', value: () => '::', says: 'Without TLS_CERT and TLS_KEY' },
  { name: 'TLS_CERT', value: () => 'cert.pem', says: 'TLS_CERT and TLS_KEY go together' },
  { name: 'SERVICE_KEY', value: () => frame.SERVICE_KEY, says: 'a file with a private key' },
  { name: 'SERVICE_KEY', value: () => `file:${frame.PROJECTS}`, says: 'has no public key' },
  { name: 'SERVICE_KEY', value: () => frame.KEEPER_KEY, says: 'a key of this keeper' },
  { name: 'LIMIT_RELEASES_HOUR', value: () => 'many', says: 'must be a whole number' },
])('A keeper with another $name says what to do: $says', async ({ name, value, says }) => {
  await expect(startOne({ ...keeper, [name]: value() })).rejects.toMatchObject({
    code: 'secure-frame.invalid_option',
    message: expect.stringContaining(says),
  })
})

it('A certificate that is none is told', async () => {
  const tls = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'cert.pem') }
  await expect(startOne({ ...keeper, ...tls })).rejects.toMatchObject({
    code: 'secure-frame.invalid_option',
    message: expect.stringContaining('PEM'),
  })
})

it.each([
  { name: 'KEEPER_KEY', value: () => undefined, says: 'KEEPER_KEY is missing' },
  { name: 'SERVICE_KEY', value: () => undefined, says: 'SERVICE_KEY is missing' },
  { name: 'SERVICE_KEY', value: () => keeper.SERVICE_KEY, says: 'has no private key' },
  { name: 'KEEPER_KEY', value: () => keeper.KEYS, says: 'a file with a private key' },
  { name: 'KEEPER_URL', value: () => 'http://10.0.0.12:8790', says: 'an origin with https' },
  { name: 'RECOVERY', value: () => 'user', says: 'KEEPER_URL is for RECOVERY=automatic' },
])('A frame with another $name says what to do: $says', async ({ name, value, says }) => {
  await expect(startFrame({ ...frame, [name]: value() })).rejects.toMatchObject({
    code: 'secure-frame.invalid_option',
    message: expect.stringContaining(says),
  })
})

it('The public half of a file of keys has no private part, and of other files there is none', async () => {
  const path = (setting: string | undefined) => setting!.slice('file:'.length)
  const { public: keys } = JSON.parse(await runCommand(['keys', 'public', path(keeper.KEYS)], {}))
  expect(keys.map((key: object) => Object.keys(key).sort())).toEqual([
    ['crv', 'kid', 'kty', 'x', 'y'],
  ])
  await expect(runCommand(['keys', 'public', frame.PROJECTS!], {})).rejects.toThrow(
    'no private key',
  )
  await expect(runCommand(['keys', 'public'], {})).rejects.toThrow('Name the file')
})
