// Scrolls through 10,000 tokens and 10,000 transactions with the CPU slowed four times, and counts the
// frames that took longer than 33 ms. Their share may exceed that of a bare virtual list
// (@tanstack/react-virtual, rows with as much in them) in the same run by one percentage point.
import { judge, median } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { installScroller, installWallet } from './lib/page.mjs'

const SLOWER = 4
const COUNT = 10_000
const LONG_MS = 33
/** Most percentage points beyond the bare list. */
const MOST_POINTS = 1
/** Frames of one scroll, and how far each of them moves the list, in px. */
const FRAMES = 150
const PACES = [
  { name: '1,800 px/s', px: 30 },
  { name: '3,600 px/s', px: 60 },
  { name: '7,200 px/s', px: 120 },
]
const LISTS = {
  bare: { host: 'rows', name: 'a bare virtual list', open: () => window.openList() },
  tokens: { host: 'scrolling', name: 'tokens', open: () => window.openTab('tokens') },
  activity: { host: 'scrolling', name: 'transactions', open: () => window.openTab('activity') },
}

/** Durations of the frames by pace. */
async function visit(browser, url, { open, name }) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(installWallet)
    await page.addInitScript(installScroller)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.evaluate(open)
    await page.evaluate((tab) => window.scroller.choose(tab), name)
    await page.waitForFunction((count) => window.scroller.isWhole(count), COUNT)
    return await scrollAtPaces(page)
  } finally {
    await context.close()
  }
}

/**
 * Scrolls the list of a page with the CPU slowed.
 * @param {import('playwright').Page} page with `installScroller`
 * @returns durations of the frames in ms, by pace
 */
export async function scrollAtPaces(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const frames = {}
  for (const pace of PACES)
    frames[pace.name] = await page.evaluate(
      ([count, px]) => window.scroller.scroll(count, px),
      [FRAMES, pace.px],
    )
  return frames
}

const percentOf = (frames) =>
  (100 * frames.filter((ms) => ms > LONG_MS).length) / Math.max(1, frames.length)

/** @param {{ browser: import('playwright').Browser, rounds: number }} options */
export async function benchScrolling({ browser, rounds }) {
  const hosts = { rows: await serveHost('rows'), scrolling: await serveHost('scrolling') }
  const results = Object.fromEntries(Object.keys(LISTS).map((key) => [key, []]))
  try {
    for (let round = 0; round < rounds; round++)
      for (const [key, list] of Object.entries(LISTS))
        results[key].push(await visit(browser, hosts[list.host].url, list))
  } finally {
    for (const host of Object.values(hosts)) await host.close()
  }
  const names = Object.entries(LISTS).map(([key, { name }]) => [key, name])
  return judgeScrolling(results, Object.fromEntries(names))
}

/**
 * Judges the share of long frames against that of the bare list.
 * @param {Record<string, Record<string, number[]>[]>} results of each round, by list; one is `bare`
 * @param {Record<string, string>} names of the lists
 * @returns {boolean} whether all bounds hold
 */
export function judgeScrolling(results, names) {
  const framesOf = (key, pace) => results[key].flatMap((frames) => frames[pace])
  const frames = results.bare.length * FRAMES
  return judge(
    `${COUNT} rows, CPU ${SLOWER} times slower, frames over ${LONG_MS} ms of ${frames}, in percent`,
    PACES.flatMap(({ name: pace }) => {
      const bare = percentOf(framesOf('bare', pace))
      return Object.entries(names).map(([key, name]) => ({
        name: `${name}, ${pace}`,
        value: percentOf(framesOf(key, pace)),
        ...(key !== 'bare' && { bound: bare + MOST_POINTS }),
        unit: ' %',
        note: `(median frame ${median(framesOf(key, pace)).toFixed(1)} ms)`,
      }))
    }),
  )
}
