// Analytics events, as pages send them, against a route that checks the same request and does nothing.
import { startPostgres } from '@latchkey-tools/localnet'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { closedLoop } from './lib/apiPages.mjs'
import { startApiProcess } from './lib/apiProcess.mjs'
import { judge } from './lib/figures.mjs'

const SECONDS = 10
const TURNS = 5
const TOKEN = 'a token of the operator'
const QUERY = 'projectId=shop&st=latchkey&sv=0.1.0'
const DAY = new Date().toISOString().slice(0, 10)

/** @param {string} folder */
export async function benchEvents(folder) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const postgres = await startPostgres()
  const closing = []
  try {
    const empty = await startEmptyRoute()
    closing.push(empty.close)
    const serve = async (env) => {
      const api = await startApiProcess({ ROLE: 'api', ANALYTICS_TOKEN: TOKEN, ...env })
      closing.push(api.close)
      return { ...api, sent: 0 }
    }
    const sqlite = await serve({ DATABASE_FILE: join(folder, 'events.db') })
    const server = await serve({ DATABASE_URL: await postgres.create() })
    const sendTo = (api) => () => {
      api.sent += 1
      return post(agent, `${api.url}/e?${QUERY}`)
    }
    const asks = [() => post(agent, `${empty.url}/empty?${QUERY}`), sendTo(sqlite), sendTo(server)]
    for (const ask of asks) await closedLoop(ask, 2)
    const [nothing, events, eventsPostgres] = await inTurns(asks)
    const lost = [await lostOf(sqlite), await lostOf(server)]
    return judge('api: POST /e', [
      { name: 'an empty validated route, requests a second', value: nothing },
      { name: 'events a second, SQLite', value: events },
      { name: 'empty route / events, SQLite', value: nothing / events, bound: 2 },
      { name: 'events a second, PostgreSQL', value: eventsPostgres },
      { name: 'empty route / events, PostgreSQL', value: nothing / eventsPostgres, bound: 2 },
      { name: 'highest memory, SQLite', value: sqlite.peakMb(), bound: 150, unit: ' MB' },
      { name: 'highest memory, PostgreSQL', value: server.peakMb(), bound: 150, unit: ' MB' },
      { name: `events that were answered and are not counted`, value: Math.max(...lost), bound: 0 },
    ])
  } finally {
    agent.destroy()
    for (const close of closing) await close()
    await postgres.stop()
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

const bodyOf = () =>
  JSON.stringify({
    eventId: randomUUID(),
    url: 'https://shop.example/cart',
    domain: 'shop.example',
    timestamp: Date.now(),
    props: { event: 'MODAL_OPEN', view: 'Connect', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
  })

/** @throws Error where the status is not 202 */
const post = (agent, url) =>
  new Promise((done, fail) => {
    const body = bodyOf()
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
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

async function startEmptyRoute() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lib/emptyRoute.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    async close() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
