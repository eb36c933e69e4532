// The recipe of docs/self-hosting.md for two machines, started as it is written there.
import {
  type Localnet,
  type Postgres,
  type RedisServer,
  accounts,
  spawnKept,
  startLocalnet,
  startPostgres,
  startRedis,
} from '@latchkey-tools/localnet'
import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainAt, fill } from '../follow/chain.js'
import { buildService } from './fleet.js'

const CHAIN = 'eip155:31337'
const people = accounts.slice(0, 2).map(({ address }) => address)
const page = new URL('../../../../docs/self-hosting.md', import.meta.url)
let localnet: Localnet
let postgres: Postgres
let redis: RedisServer
let program: string
let folder: string
const machines: ChildProcess[] = []
beforeAll(async () => {
  localnet = await startLocalnet()
  postgres = await startPostgres()
  redis = await startRedis()
  program = await buildService()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-recipe-'))
})
afterAll(async () => {
  for (const machine of machines) end(machine)
  await redis?.stop()
  await postgres?.stop()
  await localnet?.close()
  if (program) await rm(dirname(program), { recursive: true })
  if (folder) await rm(folder, { recursive: true })
})

/** The block of the page that is marked with that word. */
const blockOf = (text: string, word: string): string => {
  const [, block] = new RegExp(`\`\`\`sh ${word}\n(.*?)\`\`\``, 's').exec(text) ?? []
  if (!block) throw new Error(`docs/self-hosting.md has no block "sh ${word}".`)
  return block
}

/** All processes of a machine, as if its power went. */
const end = (machine: ChildProcess): void => {
  try {
    process.kill(-machine.pid!, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** A machine whose `npx` finds the service in the place of the registry. */
const startMachine = async (name: string, settings: Readonly<Record<string, string>>) => {
  const text = await readFile(page, 'utf8')
  const home = join(folder, name)
  await mkdir(join(home, 'bin'), { recursive: true })
  const npx = join(home, 'bin', 'npx')
  await writeFile(
    npx,
    `#!/bin/sh\n[ "$1" = @latchkey/blockchain-api ] && exec "${process.execPath}" "${program}"\n`,
  )
  await chmod(npx, 0o755)
  const written = blockOf(text, 'machine.env')
  const mine = written.replace(/^export (\w+)=.*$/gm, (line, variable: string) =>
    variable in settings ? `export ${variable}='${settings[variable]}'` : line,
  )
  for (const variable of Object.keys(settings)) expect(written).toContain(`export ${variable}=`)
  await writeFile(join(home, 'machine.env'), mine)
  const machine = spawnKept('sh', ['-c', blockOf(text, 'start')], {
    cwd: home,
    detached: true,
    stdio: 'ignore',
    env: { PATH: `${join(home, 'bin')}:${process.env.PATH}` },
  })
  machines.push(machine)
  return machine
}

it('Two machines serve and follow, and one goes on when the other is gone', async () => {
  const chain = chainAt(localnet.url)
  await fill(chain, people, 10, 1)
  const settings = {
    DATABASE_URL: await postgres.create(),
    REDIS_URL: redis.url,
    RPC_URLS: `${CHAIN}=${localnet.url}`,
  }
  const hosts = ['127.0.0.11', '127.0.0.12']
  const [first] = await Promise.all(
    hosts.map((host) => startMachine(host, { HOST: host, ...settings })),
  )
  const get = async (host: string, path: string, port = 8787) => {
    const answer = await fetch(`http://${host}:${port}${path}`).catch(() => undefined)
    return answer?.ok ? answer.json() : undefined
  }
  const servers = [
    { name: 'postgres', state: 'ok' },
    { name: 'redis', state: 'ok' },
  ]
  for (const host of hosts)
    await expect.poll(async () => (await get(host, '/health'))?.servers).toMatchObject(servers)
  const path = `/v1/account/${CHAIN}:${people[0]}/history`
  await expect.poll(async () => (await get(hosts[0]!, path))?.data.length).toBeGreaterThan(0)
  const before = (await get(hosts[0]!, path)).data
  expect((await get(hosts[1]!, path)).data).toEqual(before)

  const gone = once(first!, 'exit')
  end(first!)
  await gone
  await fill(chain, people, 4, 2)
  await expect
    .poll(async () => (await get(hosts[1]!, path)).data.length)
    .toBeGreaterThan(before.length)
})

it('The compose file has only settings that the service reads', async () => {
  const [compose, readme] = await Promise.all(
    ['compose.yaml', 'README.md'].map((name) =>
      readFile(new URL(`../../${name}`, import.meta.url), 'utf8'),
    ),
  )
  const [settings = ''] = /environment: &settings\n(?: {4}\w+:.*\n)+/.exec(compose!) ?? []
  const names = [...settings.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) expect(readme).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'))
})
