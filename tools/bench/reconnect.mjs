// A line to the relay that breaks: how soon requests are answered, ours beside the stock client at the same relay with the same faults.
import { loadavg } from 'node:os'
import { defaultServerConditions, runnerImport } from 'vite'
import { at } from '../run/lib/paths.mjs'
import { CAP, FAULTS } from './lib/faults.mjs'
import { judge, median } from './lib/figures.mjs'
import { startRelayProcess } from './lib/relayProcess.mjs'
import { openOurs, openStock } from './lib/sides.mjs'

/** The proxy that the tests of the plugin break lines with. */
const proxies = () =>
  runnerImport(at('plugins/walletconnect/test/faultProxy.ts'), {
    configFile: false,
    logLevel: 'error',
    ssr: { resolve: { conditions: defaultServerConditions } },
  })

/** Every fault has lines of its own, all at the same time: what passes is mostly waiting. */
export async function benchReconnect() {
  const {
    module: { openFaultProxy },
  } = await proxies()
  const relay = await startRelayProcess()
  const loose = []
  const onLoose = (error) => void loose.push(error)
  process.on('unhandledRejection', onLoose)
  process.on('uncaughtException', onLoose)
  // The stock client's listeners are more than Node likes, again and again.
  process.removeAllListeners('warning')
  const openLine = async (open) => {
    const proxy = await openFaultProxy(relay.url)
    return { proxy, side: await open(proxy.url, relay.url) }
  }
  try {
    // One after the other, so that no figure has their start in it.
    const lines = []
    for (const fault of FAULTS)
      lines.push([fault, await openLine(openOurs), await openLine(openStock)])
    const began = performance.now()
    const rows = await Promise.all(
      lines.map(async ([fault, ours, stock]) => {
        const [of, beside] = fault.rounds
        const [figures, others] = await Promise.all([
          rounds(of, fault, ours, () => openLine(openOurs)),
          rounds(beside, fault, stock, () => openLine(openStock)),
        ])
        return describe(fault, figures, others)
      }),
    )
    const good = judge(
      `A broken line to the relay (s), worst beside the bound; of the stock client at most ${CAP}`,
      rows.flat(),
    )
    console.log(
      `  ${((performance.now() - began) / 1000).toFixed(0)} s; errors of either client that nobody caught: ${loose.length}; load of the machine ${loadavg()[0].toFixed(1)}`,
    )
    return good
  } finally {
    process.off('unhandledRejection', onLoose)
    process.off('uncaughtException', onLoose)
    await relay.close()
  }
}

/** A line on which something was not answered in time is not used again. @returns {Promise<Record<string, number>[]>} */
async function rounds(count, fault, first, open) {
  const figures = []
  let line = first
  for (let round = 0; round < count; round += 1) {
    const figure = await fault.run(line)
    figures.push(figure)
    const isSpent = round + 1 === count || Object.values(figure).some((value) => value >= CAP)
    if (!isSpent) continue
    await line.side.close()
    await line.proxy.close()
    if (round + 1 < count) line = await open()
  }
  return figures
}

function describe({ name, bounds }, figures, others) {
  return Object.keys(figures[0]).flatMap((what) => {
    const [mine, theirs] = [figures, others].map((all) => all.map((figure) => figure[what]))
    return [
      { name: `${name}: ${what}`, value: Math.max(...mine), bound: bounds[what], note: rest(mine) },
      { name: '    stock client', value: Math.max(...theirs), note: rest(theirs) },
    ]
  })
}

const rest = (values) =>
  values.length > 1 ? `(median ${median(values).toFixed(2)} of ${values.length})` : ''
