import type { SiwxStore } from './store.js'

export interface MemoryStoreOptions {
  /** Most entries at a time. 100,000 if left out, about 100 MB of sessions. */
  max?: number
  /** ms since 1970. */
  clock?: () => number
}

interface Entry {
  value: string
  expires: number
}

/** The share of a full store that is removed at once, so that not every new entry sorts it. */
const REMOVED_SHARE = 0.1

/**
 * A store in this process: for one process, tests and demos. A restart ends every session.
 * When it is full, the entries that expire first are removed: nonces before sessions.
 */
export function memoryStore({
  max = 100_000,
  clock = Date.now,
}: MemoryStoreOptions = {}): SiwxStore {
  const entries = new Map<string, Entry>()

  const makeRoom = (): void => {
    const now = clock()
    for (const [key, { expires }] of entries) if (expires <= now) entries.delete(key)
    if (entries.size < max) return
    const soonest = [...entries].sort(([, one], [, other]) => one.expires - other.expires)
    for (const [key] of soonest.slice(0, Math.max(1, Math.floor(max * REMOVED_SHARE))))
      entries.delete(key)
  }
  const read = (key: string): string | undefined => {
    const entry = entries.get(key)
    if (!entry || entry.expires > clock()) return entry?.value
    entries.delete(key)
    return undefined
  }

  return {
    get: async (key) => read(key),
    async set(key, value, ttlMs) {
      if (!entries.has(key) && entries.size >= max) makeRoom()
      entries.set(key, { value, expires: clock() + ttlMs })
    },
    async take(key) {
      const value = read(key)
      entries.delete(key)
      return value
    },
  }
}
