// The command `move`, which is killed ten times in the middle of its work.
import { startPostgres } from '@latchkey-tools/localnet'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { at } from '../run/lib/paths.mjs'
import { fillStore } from './lib/apiPages.mjs'
import { judge } from './lib/figures.mjs'

const KILLS = 10
const BOUND_S = 600

/** @param {string} folder @param {{ transfers?: number }} options */
export async function benchMove(folder, { transfers = 1_000_000 }) {
  const file = join(folder, 'move.db')
  const server = await startPostgres()
  try {
    await fillStore({ file }, transfers)
    const url = await server.create()
    let seconds = 0
    for (let kill = 1; kill <= KILLS; kill += 1)
      seconds += (await run(file, url, Math.floor((transfers * kill) / (KILLS + 1)))).seconds
    const last = await run(file, url, Infinity)
    seconds += last.seconds
    const entries = Number(/entry: (\d+) rows/.exec(last.said)?.[1] ?? 0)
    return judge(`api: move of ${transfers} transfers over ${KILLS} kills`, [
      { name: 'running time', value: seconds, bound: BOUND_S, unit: ' s' },
      { name: 'did not end well', value: last.code, bound: 0 },
      { name: 'entries that are missing', value: transfers - entries, bound: 0 },
    ])
  } finally {
    await server.stop()
  }
}

/** Moves until so many entries are there, and is killed then. */
async function run(file, url, most) {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [at('services/blockchain-api/bin.js'), 'move', '--from', file, '--to', url],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const gone = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  for await (const part of child.stderr) {
    const told = [...String(part).matchAll(/entry: (\d+)\n/g)].at(-1)
    if (told && Number(told[1]) >= most) child.kill('SIGKILL')
  }
  const [code] = await gone
  return { code, said, seconds: (performance.now() - began) / 1000 }
}
