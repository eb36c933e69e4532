import type { LateHalf } from '../../core.js'
import { bounded } from '../services/bounded.js'
import { unlessAborted } from '../steps.js'
import { appear } from './restore.js'
import type { Needs } from './takeOver.js'

/** Follows what other tabs of the site connect. A tab whose visitor never does that fetches none of it. */
export function createFollow(needs: Pick<Needs, 'core' | 'links' | 'stored' | 'finisher'>): LateHalf['follow'] {
  const { core: { connections, options }, stored } = needs
  // What the restoring already tried is not tried again.
  const tried = new Set(connections.get().restoring ? stored.entries() : [])
  return async () => {
    // Who else heard of the change comes first.
    await undefined
    if (connections.get().restoring || !options.get().reconnect) return
    const sleeping = stored.entries().map(({ id }) => id)
    for (const entry of tried) if (!sleeping.includes(entry.id)) tried.delete(entry)
    if (sleeping.length) (await import('./takeOver.js')).takeOver({ ...needs, tried, appear, bounded, unlessAborted })
  }
}
