// Visits a page with a slowed CPU, and presses its button as a visitor's pointer would.
import { setTimeout as pause } from 'node:timers/promises'
import { installPaintWatch, installStopwatch, installWallet } from './page.mjs'

const HOVER_MS = 150
/** Longer than a page waits that loads what an opening needs when it is idle. */
const IDLE_MS = 2_000

/** A page that takes longer does not answer at all. */
const LONGEST_MS = 60_000

/** Milliseconds that the page's main thread has worked so far. */
async function threadTime(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * metrics.find(({ name }) => name === 'ThreadTime').value
}

const mouse = (session, type, x, y) =>
  session.send('Input.dispatchMouseEvent', {
    type,
    x,
    y,
    ...(type !== 'mouseMoved' && { button: 'left', clickCount: 1 }),
  })

/**
 * Presses at a point, and waits until what `name` stands for can be clicked.
 * @param {() => Promise<unknown>} [armed] runs when the page watches, just before the press
 */
async function press({ page, session }, { x, y }, name, armed) {
  await page.evaluate((what) => window.bench.arm(what), name)
  await armed?.()
  await mouse(session, 'mousePressed', x, y)
  await mouse(session, 'mouseReleased', x, y)
  const done = page.evaluate(() => window.bench.done)
  const late = pause(LONGEST_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${page.url()}: nothing to click after ${LONGEST_MS / 1_000} s (${name})`)
  })
  late.catch(() => {})
  return Promise.race([done, late])
}

/**
 * Opens a page of its own and hands it to `act`.
 * @template T
 * @param {import('playwright').Browser} browser
 * @param {{ url: string, button: string, slower: number, settle?: number }} page `button`: a selector;
 * `settle`: milliseconds to wait before the CPU is slowed
 * @param {(visit: object) => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function visit(browser, { url, button, slower, settle = 0 }, act) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(installWallet)
    await page.addInitScript(installStopwatch)
    await page.addInitScript(installPaintWatch)
    await page.goto(url, { waitUntil: 'networkidle' })
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await page.locator(button).first().waitFor()
    await pause(settle)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const box = await page.locator(button).first().boundingBox()
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const on = { page, session }
    return await act({
      ...on,
      hover: async () => {
        await mouse(session, 'mouseMoved', centre.x, centre.y)
        await pause(HOVER_MS)
      },
      click: (x, y, name) => press(on, { x, y }, name),
      // No hover before the click: the pointer arrives and presses in one go.
      open: (armed) => press(on, centre, 'row', armed),
      close: () => close(page),
      thread: () => threadTime(session),
    })
  } finally {
    await context.close()
  }
}

async function close(page) {
  await page.keyboard.press('Escape')
  await page.waitForFunction(
    () =>
      !document.querySelector('div[role=dialog]') &&
      ![...document.querySelectorAll('*')].some((element) =>
        (element.shadowRoot ?? element).querySelector?.('dialog[open]'),
      ),
  )
}

/** The three ways to a first opening. */
export const WAYS = ['at once', `hover ${HOVER_MS} ms`, 'idle']

/**
 * The first opening of a page.
 * @param {string} way one of {@link WAYS}
 * @returns {Promise<{ clickable: number, painted: number, thread: number }>} milliseconds from the
 * click until the first wallet can be clicked, until its name is painted, and what the main thread
 * worked from just before the press
 */
export function firstOpening(browser, { url, button, slower }, way) {
  const idle = way === 'idle'
  const target = { url: idle ? `${url}?prefetch=idle` : url, button, slower }
  return visit(browser, { ...target, settle: idle ? IDLE_MS : 0 }, async (at) => {
    if (way.startsWith('hover')) await at.hover()
    let before = 0
    const clickable = await at.open(async () => (before = await at.thread()))
    const thread = (await at.thread()) - before
    return { clickable, painted: await at.page.evaluate(() => window.bench.painted()), thread }
  })
}
