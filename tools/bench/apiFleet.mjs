// Several instances of the blockchain API over one PostgreSQL and one Redis: what the second one costs,
// and what requests see when one of the processes dies.
import { startBalancer, startPostgres, startRedis } from '@latchkey-tools/localnet'
import { Agent, get } from 'node:http'
import { loadavg } from 'node:os'
import { CHAIN, ask, closedLoop, constant, fillStore, page } from './lib/apiPages.mjs'
import { startApiProcess } from './lib/apiProcess.mjs'
import { judge, median } from './lib/figures.mjs'

const TURNS = 7
const SECONDS = 4
/** Pages a second, far below what one instance does. */
const RATE = 100
/** Requests at once while something dies. */
const ASKERS = 4
const AFTER_MS = 5_000
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

async function startFleet(instances, transfers) {
  const postgres = await startPostgres()
  const redis = await startRedis()
  const url = await postgres.create()
  await fillStore({ url }, transfers)
  const start = () =>
    startApiProcess({
      ...{ ROLE: 'api', DATABASE_URL: url, REDIS_URL: redis.url },
      ...{ RPC_URLS: `${CHAIN}=http://127.0.0.1:9`, SECRET: 'the same for all instances' },
    })
  const apis = []
  for (let at = 0; at < instances; at += 1) apis.push(await start())
  return {
    ...{ postgres, redis, apis },
    async close() {
      for (const api of apis) await api.close()
      await redis.stop()
      await postgres.stop()
    },
  }
}

/**
 * @param {() => Promise<number>} load answers how many pages it asked for
 * @returns ms of the processor that these instances spend on a page
 */
async function costOf(apis, load) {
  const spent = () => apis.reduce((sum, api) => sum + api.cpuSeconds(), 0)
  const before = spent()
  const pages = await load()
  return ((spent() - before) / pages) * 1000
}

/** @param {string} _folder @param {{ instances?: number, transfers?: number }} options */
export async function benchInstances(_folder, { instances = 2, transfers = 1_000_000 }) {
  const fleet = await startFleet(instances, transfers)
  /**
   * Pages a second of some instances, and the processor's time for a page: where they never rest, where
   * they share RATE, and where each has RATE. A process that has more to do spends less on each page,
   * also alone: one instance at half of RATE spends 1.15 times as much on a page as at RATE.
   */
  const measure = async (used) => {
    // New ones each time: an instance ends the connections that rest while another one is measured.
    const agents = used.map(() => new Agent({ keepAlive: true, maxSockets: 100 }))
    let turn = 0
    const asked = () => {
      const at = (turn += 1) % used.length
      return ask(agents[at], `${used[at].url}${page()}`)
    }
    let rate = 0
    const busy = await costOf(used, async () => (rate = await closedLoop(asked, SECONDS)) * SECONDS)
    const costAt = (pages) =>
      costOf(used, async () => (await constant(asked, pages, SECONDS), pages * SECONDS))
    const shared = await costAt(RATE)
    const each = await costAt(RATE * used.length)
    for (const agent of agents) agent.destroy()
    return { rate, busy, each, shared }
  }
  try {
    await measure(fleet.apis)
    const turns = []
    // Each is the one in its turn: an instance that rested for long is slower for a while.
    for (let turn = 0; turn < TURNS; turn += 1) {
      const one = await measure([fleet.apis[turn % instances]])
      turns.push({ one, all: await measure(fleet.apis) })
    }
    const ratio = (of) => median(turns.map(of))
    return judge(`api: ${instances} instances beside one, history at ${transfers} transfers`, [
      { name: 'one instance, pages a second', value: ratio(({ one }) => one.rate) },
      { name: `${instances} instances`, value: ratio(({ all }) => all.rate) },
      {
        name: 'one / several, pages a second',
        value: ratio(({ one, all }) => one.rate / all.rate),
        bound: 1 / 0.9,
      },
      {
        name: `time of the processor for a page, one at ${RATE} a second`,
        value: ratio(({ one }) => one.shared),
        unit: ' ms',
      },
      {
        name: `several / one, time of the processor for a page, each at ${RATE} a second`,
        value: ratio(({ one, all }) => all.each / one.each),
        bound: 1.15,
      },
      {
        name: `the same, ${RATE} a second among them`,
        value: ratio(({ one, all }) => all.shared / one.shared),
      },
      {
        name: 'the same, as many as they can',
        value: ratio(({ one, all }) => all.busy / one.busy),
        note: `(load of the machine ${loadavg()[0].toFixed(1)})`,
      },
    ])
  } finally {
    await fleet.close()
  }
}

/** @returns {Promise<{ status: number, text: string }>} status 0: no answer */
const read = (url) =>
  new Promise((done) =>
    get(url, { agent: false, timeout: 10_000 }, (response) => {
      let text = ''
      response.on('data', (part) => (text += part))
      response.on('end', () => done({ status: response.statusCode, text }))
      response.on('error', () => done({ status: 0, text }))
    }).on('error', () => done({ status: 0, text: '' })),
  )

/** Asks all the time while something happens. @returns every answer with its time */
async function watch(authority, right, happen) {
  const seen = []
  let isOver = false
  const asking = Array.from({ length: ASKERS }, async (_, asker) => {
    for (let at = asker; !isOver; at += ASKERS) {
      const { status, text } = await read(`http://${authority}${page(at % right.length)}`)
      const isRight = status === 200 && text === right[at % right.length]
      seen.push({ at: performance.now(), status, isWrong: status === 200 && !isRight })
      await pause(5)
    }
  })
  await pause(1_000)
  const began = performance.now()
  const back = (await happen()) ?? began
  await pause(AFTER_MS)
  isOver = true
  await Promise.all(asking)
  const failed = seen.filter(({ status }) => status !== 200)
  return {
    answers: seen.length,
    wrong: seen.filter(({ isWrong }) => isWrong).length,
    failed: failed.length,
    /** Of the last failure behind the moment from which answers are due again. */
    late: Math.max(0, ...failed.map(({ at }) => at - back)),
  }
}

const rowsOf = (name, { answers, wrong, failed, late }) => [
  { name: `${name}: answers`, value: answers },
  { name: `${name}: wrong answers`, value: wrong, bound: 0 },
  { name: `${name}: failures`, value: failed },
  { name: `${name}: last failure after`, value: late, bound: 2_000, unit: ' ms' },
]

/** @param {string} _folder @param {{ instances?: number, transfers?: number }} options */
export async function benchDeaths(_folder, { instances = 2, transfers = 1_000_000 }) {
  const fleet = await startFleet(instances, Math.min(transfers, 100_000))
  const balancer = await startBalancer(fleet.apis.map(({ port }) => port))
  try {
    const right = []
    for (let at = 0; at < 20; at += 1)
      right.push((await read(`${fleet.apis[0].url}${page(at)}`)).text)
    const redis = await watch(balancer.authority, right, async () => {
      await fleet.redis.kill()
      await pause(3_000)
      await fleet.redis.start()
      return performance.now() - 3_000
    })
    const postgres = await watch(balancer.authority, right, async () => {
      await fleet.postgres.kill()
      await pause(3_000)
      await fleet.postgres.start()
      return performance.now()
    })
    const instance = await watch(balancer.authority, right, () =>
      fleet.apis[0].close('SIGKILL').then(() => undefined),
    )
    return judge('api: something dies under load', [
      ...rowsOf('Redis', redis),
      ...rowsOf('PostgreSQL, from its return on', postgres),
      ...rowsOf('an instance', instance),
    ])
  } finally {
    await balancer.close()
    await fleet.close()
  }
}
