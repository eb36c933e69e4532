// The speed of the follower on a chain where everything is kept, and how soon a block is in an answer.
import { accounts, request, startAnvil } from '@latchkey-tools/localnet'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { chainWithTransfers, mineTransfers, startTransfers } from './lib/apiChain.mjs'
import { startApiProcess } from './lib/apiProcess.mjs'
import { judge, quantile } from './lib/figures.mjs'
import { timePonder } from './apiPonder.mjs'

const CHAIN = 'eip155:31337'
const SAMPLES = 100
const LOOK_MS = 10
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

export const startNode = () =>
  startAnvil({ chainId: 31337, args: ['--gas-limit', '100000000', '--no-mining'] })

/** @param {string} folder @param {{ blocks?: number, ponder?: boolean }} options */
export async function benchFollower(folder, { blocks = 200, ponder = false }) {
  const node = await startNode()
  let api
  try {
    const transfers = await chainWithTransfers(node.url, blocks)
    const began = performance.now()
    api = await startApiProcess({
      DATABASE_FILE: join(folder, 'api.db'),
      RPC_URLS: `${CHAIN}=${node.url}`,
      EVERYTHING: 'true',
    })
    const head = Number(await request(node.url, 'eth_blockNumber'))
    while ((await api.health()).following[0]?.top !== head) await pause(100)
    const rate = transfers / ((performance.now() - began) / 1000)
    const peak = api.peakMb()
    await api.close()
    const otherRate = ponder && transfers / (await timePonder(folder, node.url, transfers))
    return judge(`api: follower, everything of ${blocks} blocks with 200 transfers each`, [
      { name: 'transfers a second, with the start of Node', value: rate },
      { name: 'transfers a second short of 2,500', value: Math.max(0, 2500 - rate), bound: 0 },
      {
        name: 'memory, highest',
        value: peak,
        bound: 250,
        unit: ' MB',
        note: `(load of the machine ${loadavg()[0].toFixed(1)})`,
      },
      ...(otherRate
        ? [
            { name: 'Ponder 0.16.10 with PGlite, transfers a second', value: otherRate },
            { name: 'Ponder / follower', value: otherRate / rate, bound: 1 / 1.5 },
          ]
        : []),
    ])
  } finally {
    await api?.close()
    await node.close()
  }
}

/** From the block that the node has mined to the page that tells of it, at the default polling. */
export async function benchFresh(folder) {
  const node = await startNode()
  let api
  try {
    await startTransfers(node.url)
    api = await startApiProcess({
      DATABASE_FILE: join(folder, 'fresh.db'),
      RPC_URLS: `${CHAIN}=${node.url}`,
    })
    const page = `${api.url}/v1/account/${CHAIN}:${accounts[0].address}/history`
    const newest = async () => (await (await fetch(page)).json()).data[0]?.metadata.hash
    await newest()
    while ((await api.health()).following[0]?.filling !== 0) await pause(LOOK_MS)
    const waits = []
    for (let at = 0; at < SAMPLES; at += 1) {
      const before = await newest()
      // At all moments between two looks of the follower.
      await pause((at * 37) % 500)
      await mineTransfers(node.url, at, 1)
      const began = performance.now()
      while ((await newest()) === before) await pause(LOOK_MS)
      waits.push(performance.now() - began)
    }
    return judge('api: from a block that was mined to an answer, polling every 500 ms', [
      { name: 'median', value: quantile(waits, 0.5), unit: ' ms' },
      { name: 'p99', value: quantile(waits, 0.99), bound: 1500, unit: ' ms' },
    ])
  } finally {
    await api?.close()
    await node.close()
  }
}
