// Loads the blockchain API in a process of its own from this process: pages of history over a large
// store, and the speed of the follower on a chain where everything is kept.
import { request, startAnvil, tokens } from '@latchkey-tools/localnet'
import { openStore } from '@latchkey/blockchain-api'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiProcess } from './lib/apiProcess.mjs'
import { chainWithTransfers } from './lib/apiChain.mjs'
import { judge } from './lib/figures.mjs'

const CHAIN = 'eip155:31337'
const PEOPLE = 10_000
const SECONDS = 10
const AT_ONCE = 10
const RATE = 200

const PARTS = {
  history: ({ transfers = 1_000_000 }) => inFolder((folder) => benchHistory(folder, transfers)),
  follower: ({ blocks = 200 }) => inFolder((folder) => benchFollower(folder, blocks)),
}

/** @param {{ only?: string, transfers?: number, blocks?: number }} [options] */
export async function benchApi(options = {}) {
  let good = true
  for (const [name, run] of Object.entries(PARTS))
    if (!options.only || options.only === name) good = (await run(options)) && good
  return good
}

async function inFolder(run) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-api-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const hex = (value, bytes) => `0x${value.toString(16).padStart(bytes * 2, '0')}`
const person = (at) => hex(BigInt(at % PEOPLE) + (1n << 150n), 20)

/** Fills a store with transfers to 10,000 accounts, in blocks of 200. @returns entries a second */
async function fillStore(file, transfers) {
  const store = await openStore({ file, durable: false, maxWatched: PEOPLE })
  const header = (number) => ({
    number,
    hash: hex(number + 1, 32),
    parent: hex(number, 32),
    at: 1_700_000_000_000 + number * 1000,
  })
  await store.begin(CHAIN, header(0).hash, header(0))
  const began = performance.now()
  for (let block = 0; block < transfers / 200; block += 10) {
    const blocks = Array.from({ length: 10 }, (_, at) => header(block + at + 1))
    const entries = blocks.flatMap((of) =>
      Array.from({ length: 200 }, (_, index) => entryOf(of, index)),
    )
    await store.commit({ chain: CHAIN, expected: header(block).hash, blocks, entries })
  }
  const rate = transfers / ((performance.now() - began) / 1000)
  for (let at = 0; at < PEOPLE; at += 1)
    await store.watched.ask(`${CHAIN}:${person(at)}`, CHAIN, Date.now())
  const { address, name, symbol, decimals } = tokens.erc20
  const row = { chain: CHAIN, address, standard: 'erc20', name, symbol, decimals, spam: false }
  await store.tokens.put([row])
  await store.close()
  return rate
}

/** Somebody else sends each time, whom nobody follows. */
function entryOf({ number, at }, index) {
  const to = person(number * 7919 + index * 31)
  const from = hex(BigInt(number * 200 + index) + (2n << 150n), 20)
  const transfer = { direction: 'in', standard: 'erc20', token: tokens.erc20.address, amount: '1' }
  const body = {
    operationType: 'receive',
    status: 'confirmed',
    sentFrom: from,
    sentTo: tokens.erc20.address,
    nonce: index,
    transfers: [{ ...transfer, from, to }],
  }
  return { account: to, block: number, index, hash: hex(number * 200 + index, 32), at, body }
}

async function benchHistory(folder, transfers) {
  const file = join(folder, 'api.db')
  const filled = await fillStore(file, transfers)
  const api = await startApiProcess({
    DATABASE_FILE: file,
    ROLE: 'api',
    RPC_URLS: `${CHAIN}=http://127.0.0.1:9`,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const ask = (path) =>
    new Promise((done, fail) =>
      get(`${api.url}${path}`, { agent }, (response) => {
        response
          .resume()
          .on('end', () =>
            response.statusCode === 200 ? done() : fail(new Error(`HTTP ${response.statusCode}`)),
          )
      }).on('error', fail),
    )
  const page = () => `/v1/account/${CHAIN}:${person(Math.floor(Math.random() * PEOPLE))}/history`
  try {
    await closedLoop(() => ask(page()), 2)
    const empty = await closedLoop(() => ask('/health'), SECONDS)
    const closed = await closedLoop(() => ask(page()), SECONDS)
    const latencies = await constant(() => ask(page()), RATE, SECONDS)
    return judge(`api: pages of history at ${transfers} transfers, libsql`, [
      { name: 'constant load of 200 a second, median', value: at(latencies, 0.5), unit: ' ms' },
      { name: 'the same, p99', value: at(latencies, 0.99), bound: 50, unit: ' ms' },
      {
        name: 'requests a second short of 600, closed loop',
        value: Math.max(0, 600 - closed),
        bound: 0,
      },
      { name: 'closed loop, requests a second', value: closed },
      { name: 'an empty route, requests a second', value: empty },
      { name: 'empty route / page of history', value: empty / closed, bound: 4 },
      {
        name: 'entries written a second while filling',
        value: filled,
        note: `(load of the machine ${loadavg()[0].toFixed(1)})`,
      },
    ])
  } finally {
    agent.destroy()
    await api.close()
  }
}

/** Ten requests at a time, each followed by the next. @returns requests a second */
async function closedLoop(ask, seconds) {
  const end = performance.now() + seconds * 1000
  let count = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < end) {
        await ask()
        count += 1
      }
    }),
  )
  return count / ((performance.now() - began) / 1000)
}

/** Sends each request when it is due and measures from that time. @returns {Promise<number[]>} */
async function constant(ask, rate, seconds) {
  const latencies = []
  const began = performance.now()
  const all = []
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const due = began + (sent * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await new Promise((done) => setTimeout(done, wait))
    all.push(ask().then(() => latencies.push(performance.now() - due)))
  }
  await Promise.all(all)
  return latencies.sort((a, b) => a - b)
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

async function benchFollower(folder, blocks) {
  const node = await startAnvil({
    chainId: 31337,
    args: ['--gas-limit', '100000000', '--no-mining'],
  })
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
    for (;;) {
      const [health] = (await api.health()).following
      if (health?.top === head) break
      await new Promise((done) => setTimeout(done, 100))
    }
    const rate = transfers / ((performance.now() - began) / 1000)
    return judge(`api: follower, everything of ${blocks} blocks with 200 transfers each`, [
      { name: 'transfers a second, with the start of Node', value: rate },
      { name: 'transfers a second short of 2,500', value: Math.max(0, 2500 - rate), bound: 0 },
      {
        name: 'memory, highest',
        value: api.peakMb(),
        bound: 250,
        unit: ' MB',
        note: `(load of the machine ${loadavg()[0].toFixed(1)})`,
      },
    ])
  } finally {
    await api?.close()
    await node.close()
  }
}
