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

/** Milliseconds that the page's main thread has worked so far, and those of scripts among them. */
async function workOf(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  const ms = (wanted) => metrics.find(({ name }) => name === wanted).value * 1000
  return { whole: ms('TaskDuration'), script: ms('ScriptDuration') }
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
    // Time in which the thread runs: that in which other programs have the processor is none of the page's.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(url)
    await page.evaluate(() => window.ready())
    await page.waitForTimeout(2 * SETTLE_MS)
    const before = await workOf(session)
    let ms = 0
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const wanted = sink.count() + AT_ONCE
      ms += await page.evaluate((count) => window.step(count), AT_ONCE)
      await until(() => sink.count() >= wanted)
      // The answer to the last one is under way.
      await page.waitForTimeout(SETTLE_MS)
    }
    const { whole, script } = await workOf(session)
    return { whole: whole - before.whole, script: script - before.script, atOnce: ms }
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
      {
        name: 'an event, all work beyond that of a bare request',
        value: each(own, 'whole') - each(bare, 'whole'),
        bound: EVENT_MS,
        unit: ' ms',
        note: `${each(own, 'whole').toFixed(2)} ms, bare ${each(bare, 'whole').toFixed(2)} ms`,
      },
      {
        name: 'of that in scripts',
        value: each(own, 'script') - each(bare, 'script'),
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
