// Breaks the line to the relay in several ways and measures how soon a request is answered: with
// Latchkey, and with the stock session client (`@walletconnect/sign-client`) at the same relay.
import { loadavg } from 'node:os'
import { defaultServerConditions, runnerImport } from 'vite'
import { at } from '../run/lib/paths.mjs'
import { CAP, FAULTS } from './lib/faults.mjs'
import { judge, median } from './lib/figures.mjs'
import { startRelayProcess } from './lib/relayProcess.mjs'
import { openOurs, openStock } from './lib/sides.mjs'

/** Loads the proxy with which the tests of the plugin break lines. */
const loadProxy = () =>
  runnerImport(at('plugins/walletconnect/test/faultProxy.ts'), {
    configFile: false,
    logLevel: 'error',
    ssr: { resolve: { conditions: defaultServerConditions } },
  })

/**
 * Runs every fault on lines of its own, all at the same time, as they mostly wait.
 * @returns {Promise<boolean>} whether all bounds hold
 */
export async function benchReconnect() {
  const {
    module: { openFaultProxy },
  } = await loadProxy()
  const relay = await startRelayProcess()
  const uncaught = []
  const onUncaught = (error) => void uncaught.push(error)
  process.on('unhandledRejection', onUncaught)
  process.on('uncaughtException', onUncaught)
  // The stock client adds so many listeners that Node would warn of it again and again.
  process.removeAllListeners('warning')
  const openLine = async (open) => {
    const proxy = await openFaultProxy(relay.url)
    return { proxy, side: await open(proxy.url, relay.url) }
  }
  try {
    // The lines are opened before anything is measured, so that no figure contains their start.
    const lines = []
    for (const fault of FAULTS)
      lines.push([fault, await openLine(openOurs), await openLine(openStock)])
    const began = performance.now()
    const rows = await Promise.all(
      lines.map(async ([fault, ours, stock]) => {
        const [ourRounds, stockRounds] = fault.rounds
        const [ourFigures, stockFigures] = await Promise.all([
          measureRounds(ourRounds, fault, ours, () => openLine(openOurs)),
          measureRounds(stockRounds, fault, stock, () => openLine(openStock)),
        ])
        return toRows(fault, ourFigures, stockFigures)
      }),
    )
    const good = judge(
      `A broken line to the relay (s), worst beside the bound; of the stock client at most ${CAP}`,
      rows.flat(),
    )
    console.log(
      `  ${((performance.now() - began) / 1000).toFixed(0)} s; ` +
        `errors of either client that nobody caught: ${uncaught.length}; ` +
        `load of the machine ${loadavg()[0].toFixed(1)}`,
    )
    return good
  } finally {
    process.off('unhandledRejection', onUncaught)
    process.off('uncaughtException', onUncaught)
    await relay.close()
  }
}

/**
 * Meets a fault several times. A line on which something was not answered in time is closed, and the
 * next round opens a new one.
 * @param first the line that is open already
 * @returns {Promise<Record<string, number>[]>} for each round, seconds by what was measured
 */
async function measureRounds(count, fault, first, open) {
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

/** The rows of a fault: our worst figure beside its bound, then that of the stock client. */
function toRows({ name, bounds }, ourFigures, stockFigures) {
  return Object.keys(ourFigures[0]).flatMap((what) => {
    const [ours, stock] = [ourFigures, stockFigures].map((all) => all.map((figure) => figure[what]))
    return [
      {
        name: `${name}: ${what}`,
        value: Math.max(...ours),
        bound: bounds[what],
        note: medianNote(ours),
      },
      { name: '    stock client', value: Math.max(...stock), note: medianNote(stock) },
    ]
  })
}

const medianNote = (values) =>
  values.length > 1 ? `(median ${median(values).toFixed(2)} of ${values.length})` : ''
