// Loads the blockchain API in processes of its own from this process. Parts: history, follower (with
// --ponder beside Ponder), fresh, packed, kills, reorgs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchKills, benchReorgs } from './apiFaults.mjs'
import { benchFollower, benchFresh } from './apiFollower.mjs'
import { benchHistory } from './apiHistory.mjs'
import { benchPacked } from './apiPacked.mjs'

const PARTS = {
  history: benchHistory,
  follower: benchFollower,
  fresh: benchFresh,
  packed: benchPacked,
  kills: benchKills,
  reorgs: benchReorgs,
}

/**
 * @param {{ only?: string, ponder?: boolean, transfers?: number, blocks?: number, kills?: number }} [options]
 */
export async function benchApi(options = {}) {
  let good = true
  for (const [name, run] of Object.entries(PARTS))
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
