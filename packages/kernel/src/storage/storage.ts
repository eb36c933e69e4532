import type {
  Dispose,
  Json,
  StorageDeclaration,
  StoragePort,
  StorageShape,
} from '@latchkey/plugin-api'
import { guarded } from '../support/guard.js'
import { own } from '../support/own.js'
import { snapshot } from '../support/snapshot.js'
import type { StorageBackend } from '../types.js'

/**
 * Characters of an entry. A longer one is kept in memory only, and dropped where it is found in the
 * storage: no plugin needs a megabyte.
 */
const MAX_LENGTH = 1_000_000
/** Entries of a list that are kept if its plugin names no number. */
const DEFAULT_MAX_ENTRIES = 1_000

export interface Vault {
  /** The storage of one plugin. */
  open<S extends StorageShape>(plugin: string, declaration: StorageDeclaration<S>): StoragePort<S>
  dispose: Dispose
}

const parse = (text = ''): Json => {
  if (text.length > MAX_LENGTH) throw new RangeError()
  return JSON.parse(text, (key, value: unknown) =>
    key === '__proto__' ? undefined : value,
  ) as Json
}

/** The first entries of a list or members of an object; the same value if it has no more. */
function firstOf(value: unknown, most: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.length > most ? value.slice(0, most) : value
  const entries = Object.entries(value)
  return entries.length > most ? Object.fromEntries(entries.slice(0, most)) : value
}

/**
 * Texts by full key. No function here throws. A text that the browser refuses is held in memory, where
 * `undefined` means removed.
 */
function createTexts(given: StorageBackend | null | undefined) {
  const memory = new Map<string, string | undefined>()
  const attempt = <T>(run: (backend: StorageBackend) => T): T | undefined => {
    try {
      const backend = given === undefined ? globalThis.window?.localStorage : given
      if (backend) return run(backend)
    } catch {
      return undefined
    }
  }
  return {
    memory,
    attempt,
    read(key: string): string | undefined {
      const text = memory.has(key) ? memory.get(key) : attempt((backend) => backend.getItem(key))
      if (typeof text === 'string') return text
    },
    write(key: string, text?: string): void {
      memory.set(key, text)
      attempt((backend) => {
        // Removed first: if writing fails, an older text must not come back after a reload.
        backend.removeItem(key)
        if (text !== undefined) {
          if (text.length > MAX_LENGTH) return
          backend.setItem(key, text)
        }
        memory.delete(key)
      })
    },
  }
}

/**
 * Hands the entries of the newest older version to the plugin's `migrate`, once, and drops them.
 * @param start of the plugin's keys, up to the version
 */
function migrate(
  { read, write, attempt }: ReturnType<typeof createTexts>,
  start: string,
  { version, keys, migrate: change }: StorageDeclaration<StorageShape>,
): void {
  const names =
    attempt((backend) =>
      Array.from({ length: backend.length }, (_, index) => String(backend.key(index))),
    ) ?? []
  const found = names.flatMap((full) => {
    const [, at, key] =
      (full.startsWith(start) && /^(\d+):(.+)$/.exec(full.slice(start.length))) || []
    return key ? [{ full, key, at: Number(at) }] : []
  })
  const newest = Math.max(...found.map(({ at }) => at))
  if (!change || !found.length || newest >= version) return
  const ignore = (): void => undefined
  const entries: [string, Json][] = []
  for (const { full, key, at } of found)
    if (at === newest) guarded(() => entries.push([key, parse(read(full))]), ignore)()
  guarded(() => {
    for (const [key, value] of Object.entries(
      change({ version: newest, entries: Object.fromEntries(entries) }),
    ))
      if (own(keys, key)) write(`${start}${version}:${key}`, JSON.stringify(value))
  }, ignore)()
  for (const { full } of found) write(full)
}

/**
 * Parses an entry and cuts it to its bound, in the storage too: otherwise every reading would parse
 * the whole again.
 */
function parseFirst(
  { write }: ReturnType<typeof createTexts>,
  full: string,
  text: string,
  most: number,
): unknown {
  const found = parse(text)
  const kept = firstOf(found, most)
  if (kept !== found) write(full, JSON.stringify(kept))
  return kept
}

interface Watcher {
  /** The full key. */
  readonly full: string
  run(): void
}
interface SliceNeeds {
  readonly texts: ReturnType<typeof createTexts>
  readonly watchers: Set<Watcher>
  notify(key: string): void
  onError(error: unknown): void
}

/** @param start of the plugin's keys, up to the version */
function openSlice<S extends StorageShape>(
  { texts, watchers, notify, onError }: SliceNeeds,
  start: string,
  declaration: StorageDeclaration<S>,
): StoragePort<S> {
  const { version, keys, most }: StorageDeclaration<StorageShape> = declaration
  const fullOf = (key: string): string => `${start}${version}:${key}`
  const boundOf = (key: string): number => own<number | undefined>(most, key) ?? DEFAULT_MAX_ENTRIES
  const put = (key: string, value?: unknown): void => {
    guarded(
      () =>
        own(keys, key) && texts.write(fullOf(key), JSON.stringify(firstOf(value, boundOf(key)))),
      onError,
    )()
    notify(fullOf(key))
  }
  migrate(texts, start, declaration)
  const port: StoragePort<S> = {
    get(key) {
      const check = own(keys, key)
      const text = check && texts.read(fullOf(key))
      if (!check || text === undefined) return undefined
      try {
        // The check is the declared one, so that its answer has the declared type.
        return snapshot(check(parseFirst(texts, fullOf(key), text, boundOf(key)))) as ReturnType<
          typeof port.get<typeof key>
        >
      } catch {
        texts.write(fullOf(key))
        return undefined
      }
    },
    set: put,
    remove: put,
    subscribe(key, listener) {
      const watcher = { full: fullOf(key), run: guarded(() => listener(port.get(key)), onError) }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
  return port
}

/**
 * The storage of a kernel: a slice for each plugin, checked as it is read.
 * @param prefix of every key of this kernel
 * @param given `undefined` is the page's localStorage, `null` memory only
 */
export function createVault(
  prefix: string,
  given: StorageBackend | null | undefined,
  report: (error: unknown, where: string) => void,
): Vault {
  const texts = createTexts(given)
  const { memory, attempt } = texts
  const watchers = new Set<Watcher>()
  const notify = (key: string | null): void =>
    [...watchers].forEach(({ full, run }) => (key === null || key === full) && run())
  const onStorage = ({ key, storageArea }: StorageEvent): void => {
    if (storageArea && !attempt((backend) => backend === storageArea)) return
    for (const full of memory.keys()) if (key === null || key === full) memory.delete(full)
    notify(key)
  }
  const page = globalThis.window
  // React Native has a window without events.
  page?.addEventListener?.('storage', onStorage)
  return {
    open(plugin, declaration) {
      const onError = (error: unknown): void => report(error, `${plugin}: storage`)
      return openSlice({ texts, watchers, notify, onError }, `${prefix}:${plugin}:v`, declaration)
    },
    dispose() {
      page?.removeEventListener?.('storage', onStorage)
      watchers.clear()
    },
  }
}
