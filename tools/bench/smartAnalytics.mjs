// The work of analytics on the page's main thread, and that nothing is sent before the page is idle.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { judge, median } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { openUnwatched } from './lib/unwatchedPage.mjs'

const EVENT_MS = 0.2
/** As many as wait at once. */
const AT_ONCE = 10
/** Fewer than a page sends in a minute. */
const BURSTS = 5
const SETTLE_MS = 200
/** Longer than the page waits for an idle moment. */
const PATIENCE_MS = 2_500

/** That of `POST /e`. */
const ANSWER = '{"status":"SUCCESS"}'

/** A server that takes each event. */
async function startSink() {
  let count = 0
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  const server = createServer((request, response) => {
    if (request.method === 'POST') count += 1
    request.resume()
    if (request.method !== 'POST') return void response.writeHead(204, headers).end()
    response.writeHead(202, { ...headers, 'content-type': 'application/json' }).end(ANSWER)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    count: () => count,
    close: () => (server.closeAllConnections(), server.close()),
  }
}

/** Milliseconds that the page's main thread has worked so far. */
async function workOf(page) {
  const { metrics } = await page.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

async function until(holds) {
  const end = Date.now() + 20_000
  while (!holds()) {
    if (Date.now() > end) throw new Error('Events were not sent.')
    await sleep(20)
  }
}

/** @returns ms of work on the main thread for all events, and ms until the page goes on after telling them */
async function work(browser, url, sink) {
  const page = await openUnwatched(browser, url)
  try {
    // Time in which the thread runs: that in which other programs have the processor is none of the page's.
    await page.send('Performance.enable', { timeDomain: 'threadTicks' })
    while (!(await page.evaluate('!!window.ready'))) await sleep(20)
    await page.evaluate('ready()')
    await sleep(2 * SETTLE_MS)
    const before = await workOf(page)
    let atOnce = 0
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const wanted = sink.count() + AT_ONCE
      atOnce += await page.evaluate(`step(${AT_ONCE})`)
      await until(() => sink.count() >= wanted)
      // The answer to the last one is under way.
      await sleep(SETTLE_MS)
    }
    return { whole: (await workOf(page)) - before, atOnce }
  } finally {
    await page.close()
  }
}

/** Requests of a page that has no idle moment. */
async function requestsBeforeIdle(browser, url, sink) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const held = []
      const run = () => held.splice(0).forEach((each) => each())
      Object.assign(window, {
        requestIdleCallback: (each) => held.push(() => each({ timeRemaining: () => 50 })),
        cancelIdleCallback: () => undefined,
        giveIdle: run,
      })
    })
    await page.goto(url)
    // The kernel's late half waits for an idle moment too.
    const ready = page.evaluate(() => window.ready())
    await page.evaluate(() => window.giveIdle())
    await ready
    const before = sink.count()
    await page.evaluate((count) => window.step(count), AT_ONCE)
    await page.waitForTimeout(PATIENCE_MS)
    const early = sink.count() - before
    await page.evaluate(() => window.giveIdle())
    await until(() => sink.count() > before)
    return early
  } finally {
    await context.close()
  }
}

/** @param {{ browser: import('playwright').Browser, rounds: number }} options */
export async function benchAnalytics({ browser, rounds }) {
  const [host, sink] = [await serveHost('steps'), await startSink()]
  const pageWith = (name) => `${host.url}?${name}=${encodeURIComponent(sink.url)}`
  try {
    const [own, bare] = [[], []]
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      own.push(await work(browser, pageWith('url'), sink))
      bare.push(await work(browser, pageWith('bare'), sink))
    }
    const events = AT_ONCE * BURSTS
    const each = (all, key) => median(all.map((one) => one[key])) / events
    return judge(`smart: analytics, ${events} events in each of ${own.length} pages`, [
      {
        name: 'an event, until the page goes on, median',
        value: each(own, 'atOnce'),
        bound: EVENT_MS,
        unit: ' ms',
      },
      // All work of the main thread from the event to the end of its request, idle time included.
      { name: 'an event, all of its work', value: each(own, 'whole'), unit: ' ms' },
      { name: 'the floor: a bare fetch when idle', value: each(bare, 'whole'), unit: ' ms' },
      {
        name: 'an event, all of its work beyond the floor',
        value: each(own, 'whole') - each(bare, 'whole'),
        bound: EVENT_MS,
        unit: ' ms',
      },
      {
        name: 'requests before the page is idle',
        value: await requestsBeforeIdle(browser, pageWith('url'), sink),
        bound: 0,
      },
    ])
  } finally {
    host.close()
    sink.close()
  }
}
