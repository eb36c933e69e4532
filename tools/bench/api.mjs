// Loads the blockchain API in processes of its own from this process. Parts: history, follower (with
// --ponder beside Ponder), fresh, packed, kills, reorgs, events; with --instances 2: history, deaths, leases, move.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchKills, benchReorgs } from './apiFaults.mjs'
import { benchEvents } from './apiEvents.mjs'
import { benchFollower, benchFresh } from './apiFollower.mjs'
import { benchDeaths, benchInstances } from './apiFleet.mjs'
import { benchHistory } from './apiHistory.mjs'
import { benchLeases } from './apiLeases.mjs'
import { benchMove } from './apiMove.mjs'
import { benchPacked } from './apiPacked.mjs'

const INSTANCES = {
  history: benchInstances,
  deaths: benchDeaths,
  leases: benchLeases,
  move: benchMove,
}
const PARTS = {
  history: benchHistory,
  follower: benchFollower,
  fresh: benchFresh,
  packed: benchPacked,
  kills: benchKills,
  reorgs: benchReorgs,
  events: benchEvents,
}

/**
 * @param {{ only?: string, instances?: number, ponder?: boolean, transfers?: number, blocks?: number,
 *   kills?: number }} [options]
 */
export async function benchApi(options = {}) {
  let good = true
  const parts = (options.instances ?? 1) > 1 ? INSTANCES : PARTS
  for (const [name, run] of Object.entries(parts))
    if (!options.only || options.only === name)
      good = (await inFolder((folder) => run(folder, options))) && good
  return good
}

async function inFolder(run) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-api-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
