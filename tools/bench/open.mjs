// Measures click to clickable with the CPU slowed four times, as ratios to a page with a bare
// <dialog> and the same wallet in the same run.
import { median, judge } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'
import { visit } from './lib/visit.mjs'

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
  // Measured from the moment at which its chunk ran.
  return shown - (await page.evaluate(() => window.lazyChunkAt - window.bench.pushedAt))
}

/** @param {{ browser: import('playwright').Browser, rounds: number, slower: number }} options */
export async function benchOpen({ browser, rounds, slower }) {
  const [ours, bare] = [await serveHost('ours'), await serveHost('bare')]
  const button = 'latchkey-button, button'
  const results = { ours: [], bare: [], lazy: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      results.bare.push(await visit(browser, { ...bare, button: '#open', slower }, common))
      results.ours.push(await visit(browser, { ...ours, button, slower }, common))
      results.lazy.push(await visit(browser, { ...ours, button, slower }, lazyView))
    }
  } finally {
    await Promise.all([ours.close(), bare.close()])
  }
  const of = (side, key) => median(results[side].map((result) => result[key]))
  const ratio = (key, base = key) => of('ours', key) / of('bare', base)
  const ms = (key, base = key) =>
    `(${of('ours', key).toFixed(0)} ms to ${of('bare', base).toFixed(0)} ms)`
  return judge(
    `Opening, CPU ${slower} times slower, medians of ${rounds}, ratios to a bare <dialog>`,
    [
      {
        name: 'first open, chunk not cached, no hover',
        value: ratio('first'),
        bound: 3,
        note: ms('first'),
      },
      { name: 'next open', value: ratio('next', 'first'), bound: 1, note: ms('next', 'first') },
      {
        name: "next open, to the bare page's next",
        value: ratio('next'),
        bound: 1.2,
        note: ms('next'),
      },
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
