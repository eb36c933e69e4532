// Measures a directory of 10,000 wallets with the CPU slowed four times: how long until the first
// row is shown, and until typing has narrowed the list. The figures are ratios to a bare virtual
// list (@tanstack/react-virtual) on a page of its own in the same run.
import { judge, median } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { installListWatch } from './lib/page.mjs'

const SLOWER = 4
const COUNT = 10_000
const PAGE = 40
const MOST_ROWS = 60
/** Letters that are typed one after the other, and the first row that each must bring. */
const WORDS = [
  ['7', 'Wallet 7'],
  ['77', 'Wallet 77'],
  ['777', 'Wallet 777'],
  ['7777', 'Wallet 7777'],
]

async function visit(browser, url, prepare) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(installListWatch)
    await page.goto(url, { waitUntil: 'networkidle' })
    const session = await context.newCDPSession(page)
    await prepare(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const open = await page.evaluate(() => window.list.open())
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const most = await page.evaluate(
      ([count, step]) => window.list.walk(count, step),
      [COUNT, PAGE],
    )
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const keys = []
    await page.evaluate(() => window.list.focus())
    for (const [typed, first] of WORDS) {
      await page.evaluate((name) => window.list.arm(name), first)
      await page.keyboard.press(typed.at(-1))
      keys.push(await page.evaluate(() => window.list.done))
    }
    return { open, key: median(keys), most }
  } finally {
    await context.close()
  }
}

/** The modal's chunks are loaded before, as they are for a visitor who comes from the first view. */
const openModal = async (page) => {
  await page.locator('latchkey-button, button').first().click()
  await page.waitForFunction(() => window.list.isReady())
}

/** @param {{ browser: import('playwright').Browser, rounds: number }} options */
export async function benchWallets({ browser, rounds }) {
  const [ours, bare] = [await serveHost('wallets'), await serveHost('list')]
  const results = { ours: [], bare: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      results.bare.push(await visit(browser, bare.url, () => undefined))
      results.ours.push(await visit(browser, ours.url, openModal))
    }
  } finally {
    await Promise.all([ours.close(), bare.close()])
  }
  const of = (side, key) => median(results[side].map((result) => result[key]))
  const row = (name, key) => ({
    name,
    value: of('ours', key) / of('bare', key),
    bound: 1.5,
    note: `(${of('ours', key).toFixed(0)} ms to ${of('bare', key).toFixed(0)} ms)`,
  })
  return judge(
    `${COUNT} wallets, CPU ${SLOWER} times slower, medians of ${rounds}, ratios to a bare virtual list`,
    [
      row('open to first row', 'open'),
      row('keystroke to painted, all of them known', 'key'),
      {
        name: 'most rows in the page, scrolled from end to end',
        value: Math.max(...results.ours.map(({ most }) => most)),
        bound: MOST_ROWS,
      },
    ],
  )
}
