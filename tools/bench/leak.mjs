// Measures the DOM nodes, listeners and heap that opening and closing leave behind.
//
// The first 40 openings or so leave about 15 kB each: code that V8 compiles, and compiles again once it
// is hot. That ends by itself (docs/adr/0047), so the first 100 cycles are not measured.
import { judge } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { installStopwatch, installWallet } from './lib/page.mjs'

/** Counts nodes, listeners and heap after garbage collection. Later runs collect what earlier ones release. */
async function counters(session) {
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { nodes, listeners: jsEventListeners, heap: usedSize }
}

/** Opens and closes the modal so many times, two frames apart, and waits until the page is quiet. */
const cycles = (page, count) =>
  page.evaluate(async (times) => {
    const frame = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (let turn = 0; turn < times; turn++) {
      window.kernel.open()
      await frame()
      window.kernel.close()
      await frame()
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }, count)

/** Cycles before the measured ones, and the measured ones. */
const WARM = 100
const MEASURED = 200

/**
 * Demands that no DOM node and no listener stays, and at most 1,000 bytes of heap a cycle.
 * @param {{ browser: import('playwright').Browser }} options
 * @returns {Promise<boolean>} whether all bounds hold
 */
export async function benchLeak({ browser }) {
  const host = await serveHost('ours')
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(installWallet)
    await page.addInitScript(installStopwatch)
    await page.goto(host.url, { waitUntil: 'networkidle' })
    const session = await context.newCDPSession(page)
    await session.send('HeapProfiler.enable')
    const fresh = await counters(session)
    await cycles(page, WARM)
    const first = await counters(session)
    await cycles(page, MEASURED)
    const last = await counters(session)
    return judge(`${MEASURED} cycles of open and close, after ${WARM} that are not measured`, [
      {
        name: `heap growth per cycle of the first ${WARM}`,
        value: (first.heap - fresh.heap) / WARM,
        unit: ' B',
        note: 'loaded and compiled code; it ends after about 40 openings',
      },
      { name: 'DOM nodes kept', value: last.nodes - first.nodes, bound: 0 },
      { name: 'listeners kept', value: last.listeners - first.listeners, bound: 0 },
      {
        name: 'heap growth per cycle',
        value: (last.heap - first.heap) / MEASURED,
        bound: 1000,
        unit: ' B',
      },
    ])
  } finally {
    await context.close()
    await host.close()
  }
}
