// 10,000 hostile EIP-6963 announcements, then one good one: listed, nothing uncaught, at most 101 kept, within 200 ms.
import { judge, median } from './lib/figures.mjs'
import { hostileScript } from './lib/hostile.mjs'
import { serveHost } from './lib/hosts.mjs'

async function flood(browser, url, script, count, round) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const uncaught = []
    page.on('pageerror', (error) => uncaught.push(error.message))
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.addScriptTag({ content: script })
    const result = await page.evaluate(async ([times, seed]) => {
      const late = await window.kernel.ports.late.load()
      const good = { info: { uuid: crypto.randomUUID(), name: 'The Good One', icon: 'data:image/svg+xml,<svg/>', rdns: 'good.example' }, provider: { request: async () => [], on() {}, removeListener() {} } }
      const announce = (detail) => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      const hostile = window.hostileAnnouncements(times, seed)
      const from = performance.now()
      for (const one of hostile) one.dispatch()
      announce(good)
      const listed = () => late.wallets.get().some(({ name }) => name === 'The Good One')
      while (!listed() && performance.now() - from < 5_000) await new Promise((resolve) => setTimeout(resolve, 0))
      const ms = performance.now() - from
      return { ms, listed: listed(), kept: window.kernel.ports.connectors.get().filter(({ value }) => value.kind === 'announced').length }
    }, [count, round + 1])
    return { ...result, uncaught: uncaught.length }
  } finally {
    await context.close()
  }
}

/** @param {{ browser: import('playwright').Browser, rounds: number, count?: number }} options */
export async function benchAnnouncements({ browser, rounds, count = 10_000 }) {
  const host = await serveHost('ours')
  try {
    const script = await hostileScript()
    const results = []
    for (let round = 0; round < rounds; round++) results.push(await flood(browser, host.url, script, count, round))
    return judge(`${count} hostile announcements, then a good one, medians of ${rounds}`, [
      { name: 'until the good one is listed', value: median(results.map(({ ms }) => ms)), bound: 200, unit: ' ms' },
      { name: 'rounds in which it was not listed', value: results.filter(({ listed }) => !listed).length, bound: 0 },
      { name: 'uncaught errors', value: results.reduce((sum, { uncaught }) => sum + uncaught, 0), bound: 0 },
      { name: 'announced wallets kept, at most', value: Math.max(...results.map(({ kept }) => kept)), bound: 101 },
    ])
  } finally {
    await host.close()
  }
}
