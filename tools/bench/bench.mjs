// pnpm bench [open|leak|announcements|pairing|wallets|relay|reconnect]: figures in numbers, each beside its bound. Exit status 1 where one does not hold.
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { LAUNCH_ARGS, existingBrowser } from '../run/lib/browser.mjs'
import { benchAnnouncements } from './announcements.mjs'
import { benchLeak } from './leak.mjs'
import { benchOpen } from './open.mjs'
import { benchPairing } from './pairing.mjs'
import { benchReconnect } from './reconnect.mjs'
import { benchRelay } from './relay.mjs'
import { benchWallets } from './wallets.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '11' },
    sockets: { type: 'string', default: '10000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
const benches = {
  open: (browser) => benchOpen({ browser, rounds }),
  leak: (browser) => benchLeak({ browser, rounds }),
  announcements: (browser) => benchAnnouncements({ browser, rounds }),
  pairing: (browser) => benchPairing({ browser, rounds }),
  wallets: (browser) => benchWallets({ browser, rounds }),
}
const withoutBrowser = {
  relay: () =>
    benchRelay({
      sockets: Number(values.sockets),
      seconds: Number(values.seconds),
      runs: Number(values.runs),
      ...(values.only && { only: values.only }),
    }),
  reconnect: () => benchReconnect(),
}

const all = [...Object.keys(benches), ...Object.keys(withoutBrowser)]
const wanted = positionals.length ? positionals : all
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length) {
  console.error(`Unknown bench: ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(2)
}

async function inBrowser(names) {
  const executablePath = (await existingBrowser())?.path
  const browser = await chromium.launch({
    args: [...LAUNCH_ARGS, '--js-flags=--expose-gc'],
    ...(executablePath && { executablePath }),
  })
  let good = true
  try {
    for (const name of names) good = (await benches[name](browser)) && good
  } finally {
    await browser.close()
  }
  return good
}

const pages = wanted.filter((name) => name in benches)
let good = pages.length === 0 || (await inBrowser(pages))
for (const name of wanted.filter((name) => name in withoutBrowser))
  good = (await withoutBrowser[name]()) && good
process.exit(good ? 0 : 1)
