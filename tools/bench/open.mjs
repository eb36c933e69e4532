// Click to clickable, CPU slowed four times, as ratios to a page with a bare <dialog> and the same wallet in the same run.
// Both openings are compared with the bare page's first one: a person who comes to either page opens it once.
import { median, judge } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { installStopwatch, installWallet } from './lib/page.mjs'

const SLOWER = 4

async function visit(browser, url, openButton, steps) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(installWallet)
    await page.addInitScript(installStopwatch)
    await page.goto(url, { waitUntil: 'networkidle' })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const box = await page.locator(openButton).boundingBox()
    const click = async (x, y, name) => {
      await page.evaluate((what) => window.bench.arm(what), name)
      // No hover before the click: the pointer arrives and presses in one go.
      await session.send('Input.dispatchMouseEvent', {
        type: 'mousePressed',
        x,
        y,
        button: 'left',
        clickCount: 1,
      })
      await session.send('Input.dispatchMouseEvent', {
        type: 'mouseReleased',
        x,
        y,
        button: 'left',
        clickCount: 1,
      })
      return page.evaluate(() => window.bench.done)
    }
    const open = () => click(box.x + box.width / 2, box.y + box.height / 2, 'row')
    const close = async () => {
      await page.keyboard.press('Escape')
      await page.waitForFunction(
        () =>
          ![...document.querySelectorAll('*')].some((element) =>
            (element.shadowRoot ?? element).querySelector?.('dialog[open]'),
          ),
      )
    }
    return await steps({ page, click, open, close })
  } finally {
    await context.close()
  }
}

const common = async ({ page, click, open, close }) => {
  const first = await open()
  await close()
  const next = await open()
  const { x, y } = await page.evaluate(() => window.bench.box('row'))
  return { first, next, account: await click(x, y, 'account') }
}

const lazyView = async ({ page, open }) => {
  await open()
  const shown = await page.evaluate(() =>
    window.bench.after('lazy', () => window.kernel.ports.router.push('bench.lazy')),
  )
  // From the moment its chunk ran.
  return shown - (await page.evaluate(() => window.lazyChunkAt - window.bench.pushedAt))
}

/** @param {{ browser: import('playwright').Browser, rounds: number }} options */
export async function benchOpen({ browser, rounds }) {
  const [ours, bare] = [await serveHost('ours'), await serveHost('bare')]
  const results = { ours: [], bare: [], lazy: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      results.bare.push(await visit(browser, bare.url, '#open', common))
      results.ours.push(await visit(browser, ours.url, 'latchkey-button, button', common))
      results.lazy.push(await visit(browser, ours.url, 'latchkey-button, button', lazyView))
    }
  } finally {
    await Promise.all([ours.close(), bare.close()])
  }
  const of = (side, key) => median(results[side].map((result) => result[key]))
  const ratio = (key, base = key) => of('ours', key) / of('bare', base)
  const ms = (key, base = key) =>
    `(${of('ours', key).toFixed(0)} ms to ${of('bare', base).toFixed(0)} ms)`
  return judge(
    `Opening, CPU ${SLOWER} times slower, medians of ${rounds}, ratios to a bare <dialog>`,
    [
      {
        name: 'first open, chunk not cached, no hover',
        value: ratio('first'),
        bound: 3,
        note: ms('first'),
      },
      { name: 'next open', value: ratio('next', 'first'), bound: 1, note: ms('next', 'first') },
      { name: "next open, to the bare page's next", value: ratio('next'), note: ms('next') },
      { name: 'wallet click to account', value: ratio('account'), bound: 1.2, note: ms('account') },
      {
        name: 'a lazy view, from its chunk to clickable',
        value: median(results.lazy),
        bound: 50,
        unit: ' ms',
      },
    ],
  )
}
