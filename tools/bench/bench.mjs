// pnpm bench [open|leak|announcements|pairing|wallets|scrolling|relay|reconnect|api|embedded|swap|names|smart]: prints
// each figure beside its bound. The exit status is 1 where a figure exceeds its bound.
// embedded: --rounds 30 --slowdown 4;
//   --only ready,connect,social,approve,signIns,shares,memory,start,instances,restarts
// smart: --rounds 30; --only address,first,operation,grant,list,analytics
// swap: --only latency,exact,typing,picker,faults; --operations 1000
// api: --only history|follower|fresh|packed|kills|reorgs|events; --kills 100; --ponder beside Ponder
// api --instances 2: --only history|deaths|leases|move; --kills 50; --transfers 1000000
// open: --rounds 15 --slowdown 4 --only bare,walletconnect,everything,rainbowkit
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { LAUNCH_ARGS, existingBrowser } from '../run/lib/browser.mjs'
import { benchApi } from './api.mjs'
import { benchAnnouncements } from './announcements.mjs'
import { EMBEDDED_PARTS, benchEmbedded } from './embedded.mjs'
import { benchLeak } from './leak.mjs'
import { benchNames } from './names.mjs'
import { benchOpen } from './open.mjs'
import { OPENING_HOSTS, benchOpening } from './opening.mjs'
import { benchPairing } from './pairing.mjs'
import { benchReconnect } from './reconnect.mjs'
import { benchRelay } from './relay.mjs'
import { benchScrolling } from './scrolling.mjs'
import { benchSmart, SMART_PARTS } from './smart.mjs'
import { benchSwap, SWAP_PARTS } from './swap.mjs'
import { benchWallets } from './wallets.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    slowdown: { type: 'string', default: '4' },
    sockets: { type: 'string', default: '10000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '3' },
    kills: { type: 'string' },
    operations: { type: 'string', default: '1000' },
    transfers: { type: 'string', default: '1000000' },
    ponder: { type: 'boolean', default: false },
    instances: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds ?? 11)

/** `--only` names the hosts to compare; `bare` is the small page of the workspace. */
async function openings(browser) {
  const slower = Number(values.slowdown)
  const only = values.only?.split(',')
  const isBare = !only || only.includes('bare')
  const isStrange = !only || only.some((name) => name !== 'bare')
  const bare = !isBare || (await benchOpen({ browser, rounds, slower }))
  const options = { browser, rounds: Number(values.rounds ?? 15), slower, ...(only && { only }) }
  return (!isStrange || (await benchOpening(options))) && bare
}
const benches = {
  open: openings,
  leak: (browser) => benchLeak({ browser }),
  announcements: (browser) => benchAnnouncements({ browser, rounds }),
  pairing: (browser) => benchPairing({ browser, rounds }),
  wallets: (browser) => benchWallets({ browser, rounds }),
  scrolling: (browser) => benchScrolling({ browser, rounds: Number(values.rounds ?? 5) }),
  embedded: (browser) =>
    benchEmbedded({
      browser,
      rounds: Number(values.rounds ?? 30),
      slower: Number(values.slowdown),
      ...(values.only && { only: values.only }),
    }),
  smart: (browser) =>
    benchSmart({
      browser,
      rounds: Number(values.rounds ?? 30),
      ...(values.only && { only: values.only }),
    }),
  swap: (browser) =>
    benchSwap({
      browser,
      operations: Number(values.operations),
      ...(values.only && { only: values.only }),
    }),
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
  names: () => benchNames(),
  api: () =>
    benchApi({
      kills: Number(values.kills ?? (Number(values.instances) > 1 ? 50 : 100)),
      instances: Number(values.instances),
      transfers: Number(values.transfers),
      ponder: values.ponder,
      ...(values.only && { only: values.only }),
    }),
}

const all = [...Object.keys(benches), ...Object.keys(withoutBrowser)]
const wanted = positionals.length ? positionals : all
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length) {
  console.error(`Unknown bench: ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(2)
}

/** The words that `--only` takes, of the benches that say them. */
const ONLY = {
  open: ['bare', ...OPENING_HOSTS],
  embedded: EMBEDDED_PARTS,
  smart: SMART_PARTS,
  swap: SWAP_PARTS,
}
const lists = wanted.flatMap((name) => (ONLY[name] ? [ONLY[name]] : []))
const known = lists.flat()
const strange = lists.length
  ? (values.only?.split(',') ?? []).filter((name) => !known.includes(name))
  : []
if (strange.length) {
  console.error(`Unknown: ${strange.join(', ')}. --only takes ${known.join(', ')}.`)
  process.exit(2)
}

/** Hosts of others ask servers of theirs: none is reached from a bench. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'

async function inBrowser(names) {
  const executablePath = (await existingBrowser())?.path
  const browser = await chromium.launch({
    args: [...LAUNCH_ARGS, ALONE, '--js-flags=--expose-gc'],
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
