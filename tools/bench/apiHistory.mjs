// Pages of history over a large store, on both engines, loaded from this process.
import { startPostgres } from '@latchkey-tools/localnet'
import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { CHAIN, ask, closedLoop, constant, fillStore, page } from './lib/apiPages.mjs'
import { startApiProcess } from './lib/apiProcess.mjs'
import { judge } from './lib/figures.mjs'

const SECONDS = 10
const TURNS = 5
const RATE = 200

const empty = () => '/health'

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

/** Closed loops one after another, again and again: a machine that is busy for a while is so for all. */
async function inTurns(asks) {
  const rates = asks.map(() => 0)
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [at, ask] of asks.entries())
      rates[at] += (await closedLoop(ask, SECONDS / TURNS)) / TURNS
  return rates
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
