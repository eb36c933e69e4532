// What 25 cycles of open and close leave behind: DOM nodes, listeners, heap.
import { judge } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { installStopwatch, installWallet } from './lib/page.mjs'

async function counters(session) {
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { nodes, listeners: jsEventListeners, heap: usedSize }
}

const cycles = (page, count) => page.evaluate(async (times) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  for (let turn = 0; turn < times; turn++) {
    window.kernel.open()
    await frame()
    window.kernel.close()
    await frame()
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
}, count)

/** @param {{ browser: import('playwright').Browser, cycles?: number }} options */
export async function benchLeak({ browser, cycles: count = 25 }) {
  const host = await serveHost('ours')
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(installWallet)
    await page.addInitScript(installStopwatch)
    await page.goto(host.url, { waitUntil: 'networkidle' })
    const session = await context.newCDPSession(page)
    await session.send('HeapProfiler.enable')
    // Warm: chunks loaded, code compiled, pools filled.
    await cycles(page, 4 * count)
    const before = await counters(session)
    await cycles(page, count)
    const after = await counters(session)
    return judge(`After ${count} cycles of open and close`, [
      { name: 'DOM nodes kept', value: after.nodes - before.nodes, bound: 0 },
      { name: 'listeners kept', value: after.listeners - before.listeners, bound: 0 },
      { name: 'heap growth per cycle', value: (after.heap - before.heap) / count, bound: 1024, unit: ' B' },
    ])
  } finally {
    await context.close()
    await host.close()
  }
}
