// Attacks a relay at its default bounds, beside an honest pair. Relay, pair and attackers are
// processes of their own; the attackers have the lowest priority.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { median } from './lib/figures.mjs'
import { ATTACKS } from './lib/relayAttacks.mjs'
import { startRelayProcess } from './lib/relayProcess.mjs'

const MOST_P99_MS = 250
const CLIENT_IDS = [1, 400]
const LOWEST_PRIORITY = '19'

const file = (name) => fileURLToPath(new URL(name, import.meta.url))

/** @param {{ only?: string, seconds?: number, runs?: number }} [options] */
export async function benchRelayAttacks({ only, seconds = 60, runs = 3 } = {}) {
  const names = Object.keys(ATTACKS).filter((name) => !only || name === only)
  if (names.length === 0)
    throw new Error(`Unknown attack: ${only}. There are: ${Object.keys(ATTACKS).join(', ')}.`)
  console.log(
    `\nrelay under attack: ${seconds} s each, ${runs} runs, heap 512 MB, default bounds; ` +
      'p99 is from publishing to the push at the other end',
  )
  console.log(
    row(['attack', 'ids', 'alive', 'lost', 'newcomers', 'kept', 'p50', 'p99', 'RSS', 'load', '']),
  )
  let good = true
  for (const name of names)
    for (const ids of name === 'nobody' ? [0] : CLIENT_IDS) {
      const results = []
      for (let run = 0; run < runs; run += 1) results.push(await runOnce(name, ids, seconds))
      good = print(name, ids, results) && good
    }
  return good
}

async function runOnce(attack, ids, seconds) {
  const relay = await startRelayProcess()
  try {
    const pair = listen(
      spawn(process.execPath, [file('./relayPair.mjs'), relay.url, String(seconds)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    )
    await pair.line()
    const attacker = listen(
      spawn(
        'nice',
        [
          '-n',
          LOWEST_PRIORITY,
          process.execPath,
          file('./relayAttacker.mjs'),
          attack,
          relay.url,
          String(ids),
          String(seconds),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      ),
    )
    const { sent, latencies, newcomers, kept, failures } = await pair.line()
    const tried = await attacker.line()
    latencies.sort((a, b) => a - b)
    return {
      isAlive: relay.isAlive(),
      lost: sent - latencies.length,
      newcomers,
      kept,
      failures,
      tried,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      rss: peakMb(relay.pid),
      load: loadavg()[0],
    }
  } finally {
    await relay.close()
  }
}

/**
 * Reads the lines of JSON that a process prints. Fails where it exits before it printed the next
 * one.
 */
function listen(child) {
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`A process ended too early (${code}).`)
  })
  gone.catch(() => undefined)
  return { line: async () => JSON.parse((await Promise.race([lines.next(), gone])).value) }
}

function print(name, ids, results) {
  const of = (pick) => results.map(pick)
  const p99 = median(of((one) => one.p99))
  const lost = of((one) => one.lost).reduce((sum, one) => sum + one, 0)
  const isAlive = results.every((one) => one.isAlive)
  const holds = isAlive && lost === 0 && p99 <= MOST_P99_MS
  const total = (figures) => figures.reduce((a, b) => a + b, 0)
  const served = total(of((one) => one.newcomers.served))
  const newcomers = `${served}/${total(of((one) => one.newcomers.tried))}`
  console.log(
    row([
      name,
      ids,
      isAlive ? 'yes' : 'NO',
      lost,
      newcomers,
      results.every((one) => one.kept) ? 'yes' : 'NO',
      `${median(of((one) => one.p50)).toFixed(1)} ms`,
      `${p99.toFixed(0)} ms`,
      `${Math.round(Math.max(...of((one) => one.rss)))} MB`,
      median(of((one) => one.load)).toFixed(1),
      holds ? 'holds' : 'DOES NOT HOLD',
    ]),
  )
  const { sent, opened } = results[0].tried
  console.log(
    `    first run: ${sent} frames sent, ${opened} connections opened; ` +
      `p99 of the runs ${of((one) => one.p99.toFixed(0)).join(', ')} ms`,
  )
  for (const failure of results.flatMap((one) => one.failures).slice(0, 3))
    console.log(`    ${failure}`)
  return holds
}

const WIDTHS = [20, 5, 6, 5, 10, 5, 10, 9, 8, 6, 14]
const row = (cells) =>
  `  ${cells.map((cell, at) => String(cell)[at === 0 ? 'padEnd' : 'padStart'](WIDTHS[at])).join(' ')}`

const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity

/** The memory of a process. Only Linux tells it. */
export function peakMb(pid) {
  try {
    return (
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    )
  } catch {
    return 0
  }
}
