import { accounts, spawnKept, startLocalnet, type Localnet } from '@latchkey-tools/localnet'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/openStore.js'
import { buildChild } from './buildChild.js'
import { type Chain, chainAt, counted, fill, linesOf } from './chain.js'

const CHAIN = 'eip155:31337'
const KILLS = 10
const people = accounts.slice(0, 4).map(({ address }) => address)
const everybody = [
  ...accounts.map(({ address }) => address),
  '0x000000000000000000000000000000000000c0de',
]
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('a follower that is killed', () => {
  let localnet: Localnet
  let chain: Chain
  let folder: string
  let program: string
  beforeAll(async () => {
    localnet = await startLocalnet()
    chain = chainAt(localnet.url)
    folder = await mkdtemp(join(tmpdir(), 'latchkey-kill-'))
    program = await buildChild()
  })
  afterAll(async () => {
    await localnet?.close()
    await rm(folder, { recursive: true })
  })

  it(`After ${KILLS} kills in the middle of its work nothing is lost, doubled or left over`, async () => {
    await fill(chain, people, 60, 1)
    const file = join(folder, 'api.db')
    const chains = [{ chain: CHAIN, urls: [localnet.url], everything: true, pollMs: 10 }]
    const start = () =>
      spawnKept(process.execPath, [program], {
        env: { ...process.env, FOLLOW: JSON.stringify({ store: { file }, chains }) },
        stdio: 'ignore',
      })
    const store = await openStore({ file })
    const top = async () => (await store.state(CHAIN))?.top.number ?? -1
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await top()
      const child = start()
      const gone = once(child, 'exit')
      await fill(chain, people, 2, 100 + kill)
      const writing = fill(chain, people, 8, 200 + kill)
      // It has written since its start, and the chain goes on while it is killed.
      await expect.poll(top, { interval: 5 }).toBeGreaterThan(before)
      await pause(kill * 3)
      child.kill('SIGKILL')
      expect(await gone).toEqual([null, 'SIGKILL'])
      await writing
    }
    const last = start()
    const gone = once(last, 'exit')
    await fill(chain, people, 2, 300)
    const head = await chain.head()
    await expect.poll(top).toBe(head)
    last.kill('SIGTERM')
    expect(await gone).toEqual([0, null])
    expect(await linesOf(store, CHAIN, everybody)).toEqual(counted(await chain.lines()))
    await store.close()
  })
})
