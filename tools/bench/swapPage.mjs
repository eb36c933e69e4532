// The page of swaps, in a browser: from the last key to a quote on the screen, and the list of tokens.
import { judge, median, quantile } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { installScroller, installWallet } from './lib/page.mjs'
import { CHAIN } from './lib/swapWorld.mjs'
import { judgeScrolling, scrollAtPaces } from './scrolling.mjs'

const AMOUNTS = 30
/** The form waits for so long after the last key (SWAP-08). */
const DEBOUNCE_MS = 500
const QUOTE_MS = 150
const TOKENS = 10_000

/** Serves the page, and the API that takes its questions. */
async function startPage(world, file) {
  const host = await serveHost('swapping')
  const api = await world.startApi(world.localnet.url, {
    DATABASE_FILE: file,
    ALLOWED_ORIGINS: new URL(host.url).origin,
  })
  const { pools } = world
  const where = {
    ...{ api: api.url, rpc: world.localnet.url, from: pools.tokens.local, to: pools.tokens.dollar },
    routers: [pools.v2Router, pools.v3Router, pools.v3Router02],
  }
  return {
    url: `${host.url}#${encodeURIComponent(JSON.stringify(where))}`,
    async close() {
      await api.close()
      await host.close()
    },
  }
}

async function openPage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(installWallet, '0x7a69')
  await page.addInitScript(installScroller)
  await page.goto(url, { waitUntil: 'networkidle' })
  return page
}

/**
 * Types an amount as a person does, by an event for each key.
 * @returns ms from the last key until another quote than before is on the screen
 */
const typeAmount = (page, text) =>
  page.evaluate((typed) => {
    const { shadowRoot } = document.querySelector('latchkey-modal')
    const input = shadowRoot.querySelector('[data-side=from] input')
    const shown = () => shadowRoot.querySelector('[data-side=to] bdi[dir=ltr]')?.textContent
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    for (let length = 0; length <= typed.length; length += 1) {
      set.call(input, typed.slice(0, length))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const began = performance.now()
    return new Promise((done) => {
      let isGone = false
      const look = () => {
        // The quote of another amount is taken from the screen at once.
        isGone ||= !/\d/.test(shown() ?? '')
        if (isGone && /\d/.test(shown() ?? '')) done(performance.now() - began)
        else requestAnimationFrame(look)
      }
      look()
    })
  }, text)

/** @param {{ world: object, file: string, browser: import('playwright').Browser }} options */
export async function benchTyping({ world, file, browser }) {
  const served = await startPage(world, file)
  try {
    const page = await openPage(browser, served.url)
    await page.evaluate(() => window.openForm())
    await page.waitForFunction(
      () =>
        document
          .querySelector('latchkey-modal')
          ?.shadowRoot?.querySelector('[data-side=to]')
          ?.textContent.includes('TUSD'),
      undefined,
      { polling: 100 },
    )
    const times = []
    for (let at = 0; at <= AMOUNTS; at += 1) times.push(await typeAmount(page, `1.${at + 10}`))
    // The first quote fetches code and looks the network up.
    const after = times.slice(1).map((ms) => ms - DEBOUNCE_MS)
    await page.context().close()
    return judge(`swap: from the last key to a quote on the screen, ${AMOUNTS} amounts`, [
      {
        name: `after the ${DEBOUNCE_MS} ms that the form waits, median`,
        value: median(after),
        bound: QUOTE_MS,
        unit: ' ms',
      },
      { name: 'p95', value: quantile(after, 0.95), unit: ' ms' },
      { name: 'the first one', value: times[0] - DEBOUNCE_MS, unit: ' ms' },
    ])
  } finally {
    await served.close()
  }
}

/** The answer of the API, with so many tokens more that it has 10,000. */
async function addTokens(route) {
  const response = await route.fetch()
  const body = await response.json()
  const more = Array.from({ length: TOKENS - body.tokens.length }, (_, at) => ({
    ...{ name: `Token ${at}`, symbol: `T${at}`, decimals: 18, logoUri: '', eip2612: false },
    address: `${CHAIN}:0xa${at.toString(16).padStart(39, '0')}`,
  }))
  await route.fulfill({ response, json: { ...body, tokens: [...body.tokens, ...more] } })
}

/** @param {{ world: object, file: string, browser: import('playwright').Browser, rounds: number }} options */
export async function benchPicker({ world, file, browser, rounds = 5 }) {
  const served = await startPage(world, file)
  const rows = await serveHost('rows')
  const lists = {
    bare: { url: rows.url, open: () => window.openList() },
    picker: { url: served.url, open: () => window.openPicker() },
  }
  const results = { bare: [], picker: [] }
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [key, { url, open }] of Object.entries(lists)) {
        const page = await openPage(browser, url)
        await page.route('**/v1/convert/tokens*', addTokens)
        await page.evaluate(open)
        await page.waitForFunction((count) => window.scroller.isWhole(count), TOKENS)
        results[key].push(await scrollAtPaces(page))
        await page.context().close()
      }
  } finally {
    await rows.close()
    await served.close()
  }
  return judgeScrolling(results, { bare: 'a bare virtual list', picker: 'the list of tokens' })
}
