// Two followers over one PostgreSQL: the one that follows is killed, again and again.
import { openStore } from '@latchkey/blockchain-api'
import { request, startPostgres } from '@latchkey-tools/localnet'
import { linesOfChain, linesOfStore, mineTransfers, startTransfers } from './lib/apiChain.mjs'
import { startNode } from './apiFollower.mjs'
import { startApiProcess } from './lib/apiProcess.mjs'
import { judge, median } from './lib/figures.mjs'

const CHAIN = 'eip155:31337'
const EACH = 20
const BOUND_MS = 10_000
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** @param {string} _folder @param {{ kills?: number }} options */
export async function benchLeases(_folder, { kills = 50 }) {
  const server = await startPostgres()
  const node = await startNode()
  const url = await server.create()
  const store = await openStore({ url })
  const start = () =>
    startApiProcess({
      ...{ ROLE: 'follower', DATABASE_URL: url, RPC_URLS: `${CHAIN}=${node.url}` },
      ...{ EVERYTHING: 'true', POLL_MS: '50' },
    })
  let mined = 0
  const mine = async (blocks) => {
    for (let at = 0; at < blocks; at += 1) await mineTransfers(node.url, (mined += EACH), EACH)
  }
  const caughtUp = async () => {
    const head = await request(node.url, 'eth_getBlockByNumber', ['latest', false])
    while ((await store.state(CHAIN))?.top.hash !== head.hash) await pause(20)
  }
  const followers = [await start(), await start()]
  try {
    await startTransfers(node.url)
    await mine(20)
    await caughtUp()
    const times = []
    for (let kill = 0; kill < kills; kill += 1) {
      const at = await followingOf(followers)
      await mine(1)
      await followers[at].close('SIGKILL')
      const began = performance.now()
      await mine(2)
      await caughtUp()
      times.push(performance.now() - began)
      followers[at] = await start()
    }
    const [real, kept] = [await linesOfChain(node.url), await linesOfStore(store, CHAIN)]
    const [a, b] = [new Set(real), new Set(kept)]
    return judge(`api: a lease passes on, ${kills} kills`, [
      {
        name: 'from the kill to the next block that is kept, median',
        value: median(times),
        unit: ' ms',
      },
      { name: 'the same, longest', value: Math.max(...times), bound: BOUND_MS, unit: ' ms' },
      { name: 'lines of the chain', value: real.length },
      { name: 'lost', value: real.filter((line) => !b.has(line)).length, bound: 0 },
      { name: 'doubled', value: kept.length - b.size, bound: 0 },
      {
        name: 'of no block of the chain',
        value: kept.filter((line) => !a.has(line)).length,
        bound: 0,
      },
    ])
  } finally {
    for (const follower of followers) await follower.close()
    await store.close()
    await node.close()
    await server.stop()
  }
}

async function followingOf(followers) {
  for (;;) {
    const states = await Promise.all(
      followers.map(async (one) => (await one.health()).following[0]?.state),
    )
    const at = states.indexOf('following')
    if (at !== -1) return at
    await pause(20)
  }
}
