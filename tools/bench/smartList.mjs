// The list of 200 sessions on five networks, each with a node of its own that has the contracts.
import { deploySmartAccounts, request, startAnvil } from '@latchkey-tools/localnet'
import { readFileSync } from 'node:fs'
import { at } from '../run/lib/paths.mjs'
import { judge, median, quantile } from './lib/figures.mjs'
import { serveHost } from './lib/hosts.mjs'

const CHAINS = [1, 10, 137, 8453, 42161]
const COUNT = 200
const LIST_MS = 1_000
/** Multicall3, with the code that it has on public chains. */
const MULTICALL = JSON.parse(readFileSync(at('tools/localnet/src/evm/multicall3.json'), 'utf8'))

async function startNodes() {
  const nodes = []
  for (const chainId of CHAINS) {
    const node = await startAnvil({ chainId })
    nodes.push(node)
    await deploySmartAccounts(node.url)
    await request(node.url, 'anvil_setCode', [MULTICALL.address, MULTICALL.runtime])
  }
  return nodes
}

/** @returns the first reading of a page and one after it, in ms, and the multicalls of each network */
async function visit(browser, url) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const multicalls = new Map()
    page.on('request', (request) => {
      const isMulticall = request
        .postData()
        ?.toLowerCase()
        .includes(`"${MULTICALL.address.toLowerCase()}"`)
      const { origin } = new URL(request.url())
      if (isMulticall) multicalls.set(origin, (multicalls.get(origin) ?? 0) + 1)
    })
    await page.goto(url)
    await page.evaluate(() => window.enter())
    const first = await page.evaluate(() => window.read())
    const most = Math.max(...multicalls.values())
    const networks = multicalls.size
    const later = await page.evaluate(() => window.read())
    for (const { count, unknown } of [first, later])
      if (count !== COUNT || unknown > 0)
        throw new Error(`${count} sessions, of ${unknown} the use is not known.`)
    return { first: first.ms, later: later.ms, most, networks }
  } finally {
    await context.close()
  }
}

/** @param {{ browser: import('playwright').Browser, rounds: number }} options */
export async function benchSessionList({ browser, rounds }) {
  const host = await serveHost('sessions')
  const nodes = await startNodes()
  try {
    const query = nodes.map(({ chainId, url }) => `${chainId}=${url}`).join(',')
    const visits = []
    for (let round = 0; round < rounds; round += 1)
      visits.push(await visit(browser, `${host.url}?nodes=${encodeURIComponent(query)}`))
    const row = (name, key) => {
      const values = visits.map((each) => each[key])
      return {
        name: `${name}, p95`,
        value: quantile(values, 0.95),
        bound: LIST_MS,
        unit: ' ms',
        note: `median ${median(values).toFixed(1)} ms`,
      }
    }
    const networks = Math.min(...visits.map((each) => each.networks))
    return judge(
      `smart: list of ${COUNT} sessions on ${networks} of ${CHAINS.length} networks, ${rounds} pages`,
      [
        row('the first list of a page', 'first'),
        row('a later list', 'later'),
        {
          name: 'multicalls of one network',
          value: Math.max(...visits.map((v) => v.most)),
          bound: 1,
        },
        { name: 'networks that were not asked', value: CHAINS.length - networks, bound: 0 },
      ],
    )
  } finally {
    host.close()
    for (const node of nodes) await node.close()
  }
}
