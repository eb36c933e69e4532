// The service is killed while names are registered; what was confirmed stands, and nothing twice.
import { spawnKept } from '@latchkey-tools/localnet'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildProgram } from '../follow/buildChild.js'
import { ACCOUNT, registration, SIGNER_KEY, somebody } from './names.js'

/** `soak` kills a hundred times. */
const KILLS = process.env.LATCHKEY_SOAK ? 100 : 5
/** Names that two want at once, in each life. */
const NAMES = 8

let program: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-names-'))
  program = await buildProgram({
    child: fileURLToPath(new URL('child.ts', import.meta.url)),
    followWorker: fileURLToPath(new URL('../../src/follow/followWorker.ts', import.meta.url)),
  })
})
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true })
  if (program) await rm(dirname(program), { recursive: true })
})

async function start() {
  const options = {
    ...{ store: { file: join(folder, 'api.db') }, role: 'api' },
    names: { zones: { 'shop.eth': { signerKey: SIGNER_KEY } }, triesPerDay: 1e6 },
    limits: { addressRequests: 1e6 },
  }
  const child = spawnKept(process.execPath, [program], {
    env: { ...process.env, NAMES: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { ask: (path: string, init?: RequestInit) => fetch(url + path, init), end }
}

it(
  `After ${KILLS} deaths each name that was confirmed is that address's, and no name was confirmed twice`,
  { timeout: KILLS * 60_000 },
  async () => {
    const confirmed: { name: string; address: string }[] = []
    const wanted: string[] = []
    let unheard = 0
    for (let life = 0; life < KILLS; life += 1) {
      const { ask, end } = await start()
      const names = Array.from({ length: NAMES }, (_, at) => `life-${life}-name-${at}.shop.eth`)
      wanted.push(...names)
      const tries = await Promise.all(
        [...names, ...names, ...wanted.slice(-3 * NAMES)].map(async (name) => {
          const from = somebody()
          return { name, from, body: await registration(name, from, {}, Date.now()) }
        }),
      )
      const asking = tries.map(async ({ name, from, body }) => {
        const answer = await ask(ACCOUNT, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).catch(() => undefined)
        if (!answer) unheard += 1
        if (answer?.status === 200) confirmed.push({ name, address: from.address })
      })
      // Deaths are spread over the others, from the first answer on.
      await Promise.race(asking)
      await new Promise((done) => setTimeout(done, (life * 13) % 90))
      await end('SIGKILL')
      await Promise.all(asking)
    }
    const names = confirmed.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(KILLS)
    // Else no death came in the middle of the work.
    expect(unheard).toBeGreaterThan(KILLS)
    const { ask, end } = await start()
    for (const { name, address } of confirmed) {
      const answer = await ask(`${ACCOUNT}/${name}`)
      const profile = (await answer.json()) as { addresses: Record<string, { address: string }> }
      expect(profile.addresses['60']?.address, name).toBe(address)
    }
    await end('SIGTERM')
  },
)
