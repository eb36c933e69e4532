// Analytics events, as pages send them, against a route that checks the same request and does nothing.
import { startPostgres } from '@latchkey-tools/localnet'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { closedLoop } from './lib/apiPages.mjs'
import { peakMbOf, startApiProcess } from './lib/apiProcess.mjs'
import { judge } from './lib/figures.mjs'

const SECONDS = 10
const TURNS = 10
const TOKEN = 'a token of the operator'
const QUERY = 'projectId=shop&st=latchkey&sv=0.1.0'
const DAY = new Date().toISOString().slice(0, 10)

/** @param {string} folder */
export async function benchEvents(folder) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const postgres = await startPostgres()
  const closing = []
  try {
    const serve = async (env) => {
      const served = await startEvents(env)
      closing.push(served.close)
      return { ...served, sent: 0 }
    }
    const sqlite = await serve({ DATABASE_FILE: join(folder, 'events.db') })
    const server = await serve({ DATABASE_URL: await postgres.create() })
    const sendTo = (to) => () => {
      to.sent += 1
      return post(agent, `${to.url}/e?${QUERY}`)
    }
    const ask =
      ({ url }) =>
      () =>
        post(agent, `${url}/empty?${QUERY}`)
    const asks = [ask(sqlite), sendTo(sqlite), ask(server), sendTo(server)]
    for (const one of asks) await closedLoop(one, 3)
    const [nothing, events, nothingBeside, eventsPostgres] = await inTurns(asks)
    const lost = [await lostOf(sqlite), await lostOf(server)]
    const api = await loadApi({ agent, file: join(folder, 'api.db'), closing })
    return judge('api: POST /e', [
      { name: 'SQLite: an empty validated route, requests a second', value: nothing },
      { name: 'the same: events a second', value: events },
      { name: 'empty route / events', value: nothing / events, bound: 2 },
      { name: 'highest memory', value: sqlite.peakMb(), bound: 150, unit: ' MB' },
      { name: 'PostgreSQL: an empty validated route', value: nothingBeside },
      { name: 'the same: events a second', value: eventsPostgres },
      { name: 'empty route / events', value: nothingBeside / eventsPostgres, bound: 2 },
      { name: 'highest memory', value: server.peakMb(), bound: 150, unit: ' MB' },
      { name: 'events that were answered and are not counted', value: Math.max(...lost), bound: 0 },
      { name: 'the whole blockchain API, highest memory before', value: api.before, unit: ' MB' },
      { name: 'the same after 10 s of events', value: api.after, unit: ' MB' },
    ])
  } finally {
    agent.destroy()
    for (const close of closing) await close()
    await postgres.stop()
  }
}

/** How much more memory the service needs that has most besides. */
async function loadApi({ agent, file, closing }) {
  const api = await startApiProcess({ ROLE: 'api', DATABASE_FILE: file })
  closing.push(api.close)
  const before = api.peakMb()
  await closedLoop(() => post(agent, `${api.url}/e?${QUERY}`), SECONDS)
  return { before, after: api.peakMb() }
}

/** Closed loops one after another, again and again: a machine that is busy for a while is so for all. */
async function inTurns(asks) {
  const rates = asks.map(() => 0)
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [at, ask] of asks.entries())
      rates[at] += (await closedLoop(ask, SECONDS / TURNS)) / TURNS
  return rates
}

const bodyOf = () =>
  JSON.stringify({
    eventId: randomUUID(),
    url: 'https://shop.example/cart',
    domain: 'shop.example',
    timestamp: Date.now(),
    props: {
      event: 'MODAL_OPEN',
      view: 'Connect',
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    },
  })

/** @throws Error where the status is not 202 */
const post = (agent, url) =>
  new Promise((done, fail) => {
    const body = bodyOf()
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    request(url, { method: 'POST', agent, headers }, (response) => {
      const { statusCode } = response
      response
        .resume()
        .on('end', () => (statusCode === 202 ? done() : fail(new Error(`HTTP ${statusCode}`))))
    })
      .on('error', fail)
      .end(body)
  })

/** Events that the service took and does not count once all are written. */
async function lostOf({ url, sent }) {
  const headers = { authorization: `Bearer ${TOKEN}` }
  let opened = 0
  for (let tries = 0; tries < 50 && opened < sent; tries += 1) {
    await new Promise((done) => setTimeout(done, 100))
    const path = `/v1/analytics/funnel?projectId=shop&from=${DAY}&to=9999-12-31`
    ;({ opened } = (await (await fetch(`${url}${path}`, { headers })).json()).counts)
  }
  return sent - opened
}

/** @param {Record<string, string>} env */
async function startEvents(env) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lib/eventsProcess.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ANALYTICS_TOKEN: TOKEN, ...env },
  })
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    peakMb: () => peakMbOf(child.pid),
    async close() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
