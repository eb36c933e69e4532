// Measures a click on the WalletConnect row until the code is shown, and until the account is shown
// where a wallet accepts at once. A local relay passes the messages.
import { judge, median } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { installStopwatch } from './lib/page.mjs'
import { startRelayProcess } from './lib/relayProcess.mjs'
import { openWallet } from './lib/sides.mjs'

/** @param {{ browser: import('playwright').Browser, rounds: number }} options */
export async function benchPairing({ browser, rounds }) {
  const [host, relay] = [await serveHost('pairing'), await startRelayProcess()]
  const wallet = await openWallet(relay.url)
  const url = `${host.url}?relay=${encodeURIComponent(relay.url)}`
  const shown = []
  const connected = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      shown.push(await visit(browser, url, 'code'))
      connected.push(await visit(browser, url, 'account', wallet.scan))
    }
  } finally {
    await wallet.close()
    await Promise.all([host.close(), relay.close()])
  }
  const figure = (name, values, bound) => ({
    name,
    value: median(values),
    bound,
    unit: ' ms',
    note: `(worst ${Math.max(...values).toFixed(0)} ms)`,
  })
  return judge(`Pairing through a local relay, nothing cached, medians of ${rounds}`, [
    figure('click to code shown', shown, 1000),
    figure('click to connected, a wallet that says yes at once', connected, 1500),
  ])
}

/**
 * Visits the page as a new visitor each time.
 * @returns {Promise<number>} ms from the click until it can be seen
 */
async function visit(browser, url, what, scan) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(installStopwatch)
    if (scan) await page.exposeFunction('scan', scan)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const row = page.getByRole('button', { name: 'WalletConnect' })
    await row.waitFor()
    // The opening animation is over: the row no longer moves.
    await page.waitForTimeout(300)
    const { x, y, width, height } = await row.boundingBox()
    const session = await context.newCDPSession(page)
    await page.evaluate((name) => window.bench.arm(name), what)
    for (const type of ['mousePressed', 'mouseReleased'])
      await session.send('Input.dispatchMouseEvent', {
        type,
        x: x + width / 2,
        y: y + height / 2,
        button: 'left',
        clickCount: 1,
      })
    return await page.evaluate(() => window.bench.done)
  } finally {
    await context.close()
  }
}
