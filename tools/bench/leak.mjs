// What rounds of 25 cycles of open and close leave behind: DOM nodes, listeners, heap.
import { judge, median } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { installStopwatch, installWallet } from './lib/page.mjs'

async function counters(session) {
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { nodes, listeners: jsEventListeners, heap: usedSize }
}

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

/** @param {{ browser: import('playwright').Browser, rounds: number, cycles?: number }} options */
export async function benchLeak({ browser, rounds, cycles: count = 25 }) {
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
    const first = await counters(session)
    const heaps = [first.heap]
    let last = first
    // Several rounds: the engine compiles hot code in one or another of them, which is no growth of ours.
    for (let round = 0; round < rounds; round++) {
      await cycles(page, count)
      last = await counters(session)
      heaps.push(last.heap)
    }
    const growth = heaps.slice(1).map((heap, round) => (heap - heaps[round]) / count)
    return judge(`${rounds} rounds of ${count} cycles of open and close`, [
      { name: 'DOM nodes kept, of all rounds', value: last.nodes - first.nodes, bound: 0 },
      { name: 'listeners kept, of all rounds', value: last.listeners - first.listeners, bound: 0 },
      {
        name: 'heap growth per cycle, median of the rounds',
        value: median(growth),
        bound: 1024,
        unit: ' B',
      },
    ])
  } finally {
    await context.close()
    await host.close()
  }
}
