// pnpm bench [open|leak|announcements]: figures in numbers, each beside its bound. Exit status 1 where one does not hold.
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { LAUNCH_ARGS, existingBrowser } from '../run/lib/browser.mjs'
import { benchAnnouncements } from './announcements.mjs'
import { benchLeak } from './leak.mjs'
import { benchOpen } from './open.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '11' } } })
const rounds = Number(values.rounds)
const benches = {
  open: (browser) => benchOpen({ browser, rounds }),
  leak: (browser) => benchLeak({ browser, rounds }),
  announcements: (browser) => benchAnnouncements({ browser, rounds }),
}

const wanted = positionals.length ? positionals : Object.keys(benches)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length) {
  console.error(`Unknown bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
const executablePath = (await existingBrowser())?.path
const browser = await chromium.launch({ args: [...LAUNCH_ARGS, '--js-flags=--expose-gc'], ...(executablePath && { executablePath }) })
let good = true
try {
  for (const name of wanted) good = (await benches[name](browser)) && good
} finally {
  await browser.close()
}
process.exit(good ? 0 : 1)
