import { accounts, reorg, spawnKept, startLocalnet, type Localnet } from '@latchkey-tools/localnet'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type StoreOptions } from '../../src/store/openStore.js'
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

/** The same deaths on each engine. */
export const describeKills = (
  engine: string,
  createPlace: () => Promise<Pick<StoreOptions, 'file' | 'url'>>,
) =>
  describe(`a follower on ${engine} that is killed`, () => {
    let localnet: Localnet
    let chain: Chain
    let program: string
    let store: Awaited<ReturnType<typeof openStore>>
    let start: () => ReturnType<typeof spawnKept>
    beforeAll(async () => {
      localnet = await startLocalnet()
      chain = chainAt(localnet.url)
      program = await buildChild()
      const place = await createPlace()
      const chains = [{ chain: CHAIN, urls: [localnet.url], everything: true, pollMs: 10 }]
      start = () =>
        spawnKept(process.execPath, [program], {
          env: { ...process.env, FOLLOW: JSON.stringify({ store: place, chains }) },
          stdio: 'ignore',
        })
      store = await openStore(place)
    })
    afterAll(async () => {
      await store?.close()
      await localnet?.close()
      if (program) await rm(dirname(program), { recursive: true })
    })

    const top = async () => (await store.state(CHAIN))?.top
    const topNumber = async () => (await top())?.number ?? -1
    const kill = async (child: ReturnType<typeof start>) => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      expect(await gone).toEqual([null, 'SIGKILL'])
    }
    /** A last one reads what is left, and ends in order. */
    const finish = async (seed: number) => {
      const last = start()
      const gone = once(last, 'exit')
      await fill(chain, people, 2, seed)
      const head = (await chain.rpc('eth_getBlockByNumber', 'latest', false)) as { hash: string }
      await expect.poll(async () => (await top())?.hash).toBe(head.hash)
      last.kill('SIGTERM')
      expect(await gone).toEqual([0, null])
      expect(await linesOf(store, CHAIN, everybody)).toEqual(counted(await chain.lines()))
    }

    describe(`${KILLS} times in the middle of its work`, () => {
      beforeAll(() => fill(chain, people, 60, 1))

      it.each(Array.from({ length: KILLS }, (_, turn) => turn))(
        'It has written before death %i, and the chain goes on meanwhile',
        async (turn) => {
          const before = await topNumber()
          const child = start()
          await fill(chain, people, 2, 100 + turn)
          const writing = fill(chain, people, 8, 200 + turn)
          await expect.poll(topNumber, { interval: 5 }).toBeGreaterThan(before)
          await pause(turn * 3)
          await kill(child)
          await writing
        },
      )

      it('Nothing is lost, doubled or left over', () => finish(300))
    })

    describe.each([1, 31])('while a reorganisation of depth %i is read', (depth) => {
      it.each([0, 1, 2])('It has the old chain before death %i', async (turn) => {
        const child = start()
        await fill(chain, people, depth, 400 + depth + turn)
        const head = await chain.head()
        await expect.poll(topNumber, { interval: 5 }).toBe(head)
        await reorg(localnet.url, depth)
        await pause(turn * 7)
        await kill(child)
      })

      it('It keeps the new chain alone', () => finish(500 + depth))
    })
  })
