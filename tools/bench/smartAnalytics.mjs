// The work of analytics on the page's main thread, and that nothing is sent before the page is idle.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { judge, median } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'

const EVENT_MS = 0.2
/** As many as wait at once. */
const AT_ONCE = 10
/** Fewer than a page sends in a minute. */
const BURSTS = 5
const SETTLE_MS = 200
/** Longer than the page waits for an idle moment. */
const PATIENCE_MS = 2_500

/** A server that takes each event. */
async function startSink() {
  let count = 0
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  const server = createServer((request, response) => {
    if (request.method === 'POST') count += 1
    request.resume()
    response.writeHead(request.method === 'POST' ? 202 : 204, headers).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    count: () => count,
    close: () => (server.closeAllConnections(), server.close()),
  }
}

/** Milliseconds that the page's main thread has worked so far. */
async function workOf(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
}

async function until(holds) {
  const end = Date.now() + 20_000
  while (!holds()) {
    if (Date.now() > end) throw new Error('Events were not sent.')
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** @returns ms of work on the main thread for all events, and of it before the page goes on */
async function work(browser, url, sink) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await page.goto(url)
    await page.evaluate(() => window.ready())
    await page.waitForTimeout(2 * SETTLE_MS)
    const before = await workOf(session)
    let ms = 0
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const wanted = (sink?.count() ?? 0) + AT_ONCE
      ms += await page.evaluate((count) => window.step(count), AT_ONCE)
      if (sink) await until(() => sink.count() >= wanted)
      // The answer to the last one is under way.
      await page.waitForTimeout(SETTLE_MS)
    }
    return { whole: (await workOf(session)) - before, atOnce: ms }
  } finally {
    await context.close()
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
  const withUrl = `${host.url}?url=${encodeURIComponent(sink.url)}`
  try {
    const [own, without] = [[], []]
    for (let round = 0; round < Math.ceil(rounds / 3); round += 1) {
      own.push(await work(browser, withUrl, sink))
      without.push(await work(browser, host.url))
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
      {
        name: 'an event, all work of the main thread, median',
        value: each(own, 'whole') - each(without, 'whole'),
        bound: EVENT_MS,
        unit: ' ms',
        note: `without analytics ${each(without, 'whole').toFixed(2)} ms, which is taken off`,
      },
      {
        name: 'requests before the page is idle',
        value: await requestsBeforeIdle(browser, withUrl, sink),
        bound: 0,
      },
    ])
  } finally {
    host.close()
    sink.close()
  }
}
