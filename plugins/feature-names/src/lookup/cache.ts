import type { Json } from '@latchkey/plugin-api'

/** A name or an identity that was read is used for so long. */
export const LIFETIME_MS = 5 * 60_000
/** The answer "no such name" is kept for less time: somebody may register it meanwhile. */
export const NEGATIVE_LIFETIME_MS = 60_000
/** Most entries of a list. */
export const MOST_ENTRIES = 50
const MAX_KEY = 255

/** An answer with its time in ms since 1970. The value `null` is the answer "no such name". */
export interface CacheEntry<T> {
  key: string
  at: number
  value: T | null
}

/** Whether an entry may still be used. One of the future may not: the clock was set back. */
export const isFresh = (
  { at, value }: Pick<CacheEntry<unknown>, 'at' | 'value'>,
  now: number,
): boolean => now >= at && now - at < (value === null ? NEGATIVE_LIFETIME_MS : LIFETIME_MS)

/** Reads an entry. Any script of the site can write into its storage: `isValue` checks the value. */
function readEntry<T>(
  entry: Json,
  isValue: (value: unknown) => value is T,
): CacheEntry<T> | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined
  const { key, at, value } = entry as Readonly<Record<string, unknown>>
  return typeof key === 'string' &&
    key.length <= MAX_KEY &&
    typeof at === 'number' &&
    (value === null || isValue(value))
    ? { key, at, value }
    : undefined
}

/** Where the lists are kept. */
export interface CacheStore {
  get(): readonly Json[]
  set(entries: readonly Json[]): void
}

export interface Cache<T> {
  /** The entry, if it is fresh. */
  find(key: string): CacheEntry<T> | undefined
  store(key: string, value: T | null): void
  /** Forgets an entry, or all of them. */
  forget(key?: string): void
}

/** Keeps the newest answers first, in the browser's storage. */
export function createCache<T>(
  store: CacheStore,
  isValue: (value: unknown) => value is T,
): Cache<T> {
  const others = (key: string): readonly Json[] =>
    store.get().filter((entry) => readEntry(entry, isValue)?.key !== key)
  return {
    find(key) {
      const entry = store
        .get()
        .map((each) => readEntry(each, isValue))
        .find((each) => each?.key === key)
      return entry && isFresh(entry, Date.now()) ? entry : undefined
    },
    store(key, value) {
      const entry = JSON.parse(JSON.stringify({ key, at: Date.now(), value })) as Json
      store.set([entry, ...others(key)].slice(0, MOST_ENTRIES))
    },
    forget: (key) => store.set(key === undefined ? [] : others(key)),
  }
}
