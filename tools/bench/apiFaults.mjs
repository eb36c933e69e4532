// A follower that is killed in the middle of its work, and chains that are reorganised, on both engines:
// afterwards what is kept equals the chain's own logs.
import { openStore } from '@latchkey/blockchain-api'
import { reorg, request, startPostgres } from '@latchkey-tools/localnet'
import { join } from 'node:path'
import { startNode } from './apiFollower.mjs'
import { linesOfChain, linesOfStore, mineTransfers, startTransfers } from './lib/apiChain.mjs'
import { startApiProcess } from './lib/apiProcess.mjs'
import { judge } from './lib/figures.mjs'

const CHAIN = 'eip155:31337'
const EACH = 20
const DEPTHS = [1, 5, 31, 64, 200]
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** A node, a database and a follower between them that can be ended and started again. */
async function startScene(place) {
  const node = await startNode()
  await startTransfers(node.url)
  let mined = 0
  const store = await openStore(place)
  const start = () =>
    startApiProcess({
      ...(place.url ? { DATABASE_URL: place.url } : { DATABASE_FILE: place.file }),
      RPC_URLS: `${CHAIN}=${node.url}`,
      EVERYTHING: 'true',
      POLL_MS: '50',
      ROLE: 'follower',
    })
  const top = async () => (await store.state(CHAIN))?.top
  return {
    node,
    start,
    top,
    async mine(blocks) {
      for (let at = 0; at < blocks; at += 1) await mineTransfers(node.url, (mined += EACH), EACH)
    },
    async caughtUp() {
      for (;;) {
        const head = await request(node.url, 'eth_getBlockByNumber', ['latest', false])
        if ((await top())?.hash === head.hash) return
        await pause(50)
      }
    },
    /** @returns how many lines are missing, and how many are too many */
    async compare() {
      const [real, kept] = [await linesOfChain(node.url), await linesOfStore(store, CHAIN)]
      const [a, b] = [new Set(real), new Set(kept)]
      return {
        all: real.length,
        lost: real.filter((line) => !b.has(line)).length,
        foreign: kept.filter((line) => !a.has(line)).length,
        doubled: kept.length - b.size,
      }
    },
    async close() {
      await store.close()
      await node.close()
    },
  }
}

const rowsOf = (name, { all, lost, foreign, doubled }) => [
  { name: `${name}: lines of the chain`, value: all },
  { name: `${name}: lost`, value: lost, bound: 0 },
  { name: `${name}: doubled`, value: doubled, bound: 0 },
  { name: `${name}: of no block of the chain`, value: foreign, bound: 0 },
]

async function onBoth(folder, name, run) {
  const server = await startPostgres()
  try {
    const rows = []
    for (const [engine, place] of [
      ['SQLite', { file: join(folder, `${name}.db`) }],
      ['PostgreSQL', { url: await server.create() }],
    ]) {
      const scene = await startScene(place)
      try {
        rows.push(...(await run(scene, engine)))
      } finally {
        await scene.close()
      }
    }
    return rows
  } finally {
    await server.stop()
  }
}

/** @param {string} folder @param {{ kills?: number }} options */
export async function benchKills(folder, { kills = 100 }) {
  const rows = await onBoth(folder, 'kills', async (scene, engine) => {
    await scene.mine(30)
    for (let kill = 0; kill < kills; kill += 1) {
      const before = (await scene.top())?.number ?? -1
      const api = await scene.start()
      await scene.mine(2)
      const writing = scene.mine(6)
      while (((await scene.top())?.number ?? -1) <= before) await pause(2)
      await pause((kill * 7) % 60)
      await api.close('SIGKILL')
      await writing
    }
    const last = await scene.start()
    await scene.caughtUp()
    await last.close()
    return rowsOf(`${engine}, ${kills} kills`, await scene.compare())
  })
  return judge('api: killed in the middle of work, against the logs of the chain', rows)
}

export async function benchReorgs(folder) {
  const rows = await onBoth(folder, 'reorgs', async (scene, engine) => {
    const found = []
    await scene.mine(210)
    for (const depth of DEPTHS) {
      let api = await scene.start()
      await scene.caughtUp()
      await reorg(scene.node.url, depth)
      await scene.mine(5)
      await scene.caughtUp()
      found.push(...rowsOf(`${engine}, depth ${depth}`, await scene.compare()))
      await scene.mine(depth + 5)
      await scene.caughtUp()
      await reorg(scene.node.url, depth)
      await scene.mine(5)
      for (let kill = 0; kill < 3; kill += 1) {
        await pause(20 + kill * 40)
        await api.close('SIGKILL')
        api = await scene.start()
      }
      await scene.caughtUp()
      await api.close()
      found.push(...rowsOf(`${engine}, depth ${depth}, killed`, await scene.compare()))
    }
    return found
  })
  return judge('api: reorganisations, against the logs of the chain', rows)
}
