// Pages of history over a large store, on both engines, loaded from this process.
import { openStore } from '@latchkey/blockchain-api'
import { startPostgres, tokens } from '@latchkey-tools/localnet'
import { Agent, get } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { startApiProcess } from './lib/apiProcess.mjs'
import { judge } from './lib/figures.mjs'

const CHAIN = 'eip155:31337'
const PEOPLE = 10_000
const SECONDS = 10
const TURNS = 5
const AT_ONCE = 10
const RATE = 200
const BATCH = 2_000

const hex = (value, bytes) => `0x${value.toString(16).padStart(bytes * 2, '0')}`
const person = (at) => hex(BigInt(at % PEOPLE) + (1n << 150n), 20)
const page = () => `/v1/account/${CHAIN}:${person(Math.floor(Math.random() * PEOPLE))}/history`
const empty = () => '/health'

/** Fills a store with transfers to 10,000 accounts, in blocks of 200. @returns entries a second */
async function fillStore(place, transfers) {
  const store = await openStore({ ...place, durable: false, maxWatched: PEOPLE })
  const header = (number) => ({
    number,
    hash: hex(number + 1, 32),
    parent: hex(number, 32),
    at: 1_700_000_000_000 + number * 1000,
  })
  const epoch = await store.begin(CHAIN, header(0).hash, header(0))
  const began = performance.now()
  for (let block = 0; block < transfers / 200; block += BATCH / 200) {
    const blocks = Array.from({ length: BATCH / 200 }, (_, at) => header(block + at + 1))
    const entries = blocks.flatMap((of) =>
      Array.from({ length: 200 }, (_, index) => entryOf(of, index)),
    )
    await store.commit({ chain: CHAIN, epoch, expected: header(block).hash, blocks, entries })
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

/** @param {string} folder @param {{ transfers?: number }} options */
export async function benchHistory(folder, { transfers = 1_000_000 }) {
  const file = join(folder, 'api.db')
  const server = await startPostgres()
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const running = []
  const serve = async (env) => {
    const api = await startApiProcess({
      ...env,
      ROLE: 'api',
      RPC_URLS: `${CHAIN}=http://127.0.0.1:9`,
    })
    running.push(api)
    return (path) => ask(agent, `${api.url}${path}`)
  }
  try {
    const url = await server.create()
    const filled = await fillStore({ file }, transfers)
    const filledPostgres = await fillStore({ url }, transfers)
    const sqlite = await serve({ DATABASE_FILE: file })
    const postgres = await serve({ DATABASE_URL: url })
    for (const one of [sqlite, postgres]) await closedLoop(() => one(page()), 2)
    const [nothing, closed, closedPostgres] = await inTurns([
      () => sqlite(empty()),
      () => sqlite(page()),
      () => postgres(page()),
    ])
    const latencies = await constant(() => sqlite(page()), RATE, SECONDS)
    return judge(`api: pages of history at ${transfers} transfers`, [
      { name: 'constant load of 200 a second, median', value: at(latencies, 0.5), unit: ' ms' },
      { name: 'the same, p99', value: at(latencies, 0.99), bound: 50, unit: ' ms' },
      {
        name: 'requests a second short of 600, closed loop',
        value: Math.max(0, 600 - closed),
        bound: 0,
      },
      { name: 'closed loop, requests a second', value: closed },
      { name: 'an empty route, requests a second', value: nothing },
      { name: 'empty route / page of history', value: nothing / closed, bound: 4 },
      { name: 'closed loop on PostgreSQL, requests a second', value: closedPostgres },
      { name: 'libsql / PostgreSQL', value: closed / closedPostgres, bound: 1 / 0.35 },
      { name: 'entries written a second while filling, libsql', value: filled },
      {
        name: 'the same, PostgreSQL',
        value: filledPostgres,
        note: `(load of the machine ${loadavg()[0].toFixed(1)})`,
      },
    ])
  } finally {
    agent.destroy()
    for (const api of running) await api.close()
    await server.stop()
  }
}

const ask = (agent, url) =>
  new Promise((done, fail) =>
    get(url, { agent }, (response) => {
      response
        .resume()
        .on('end', () =>
          response.statusCode === 200 ? done() : fail(new Error(`HTTP ${response.statusCode}`)),
        )
    }).on('error', fail),
  )

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

/** Closed loops one after another, again and again: a machine that is busy for a while is so for all. */
async function inTurns(asks) {
  const rates = asks.map(() => 0)
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [at, ask] of asks.entries())
      rates[at] += (await closedLoop(ask, SECONDS / TURNS)) / TURNS
  return rates
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
