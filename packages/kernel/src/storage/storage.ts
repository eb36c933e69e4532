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

/** Longer texts are held in memory only, and dropped where they are found: no plugin's slice needs a megabyte. */
const LONGEST = 1_000_000
/** Entries of a list that are kept where its plugin names no number. */
const MOST = 1_000

export interface Vault {
  /** The slice of one plugin. */
  open<S extends StorageShape>(plugin: string, declaration: StorageDeclaration<S>): StoragePort<S>
  dispose: Dispose
}

const parse = (text = ''): Json => {
  if (text.length > LONGEST) throw new RangeError()
  return JSON.parse(text, (key, value: unknown) =>
    key === '__proto__' ? undefined : value,
  ) as Json
}

/** The first entries of a list or members of an object; the value itself where it has no more. */
function firstOf(value: unknown, most: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.length > most ? value.slice(0, most) : value
  const entries = Object.entries(value)
  return entries.length > most ? Object.fromEntries(entries.slice(0, most)) : value
}

/** Texts by full key. Nothing in here throws: what the browser refuses is held in memory, `undefined` meaning removed. */
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
        // Never leaves an older text behind that would come back after a reload.
        backend.removeItem(key)
        if (text !== undefined) {
          if (text.length > LONGEST) return
          backend.setItem(key, text)
        }
        memory.delete(key)
      })
    },
  }
}

/** Hands the entries of an older version to the plugin's `migrate`, once, and drops them. `start` is all of their keys before the version. */
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

/** Plugins kept lists and records as JSON in a text before, with the newest last. */
function fromText(text: string): unknown {
  const held = parse(text)
  if (typeof held !== 'object' || held === null) return held
  return Array.isArray(held) ? held.reverse() : Object.fromEntries(Object.entries(held).reverse())
}
/** What a text holds, up to the bound and checked. Where it is cut or was of the shape before, it is so in the storage too: else every reading would parse the whole again. */
function readFirst(
  { write }: ReturnType<typeof createTexts>,
  full: string,
  text: string,
  most: number,
  check: (value: unknown) => unknown,
): unknown {
  const found = parse(text)
  const keep = (held: unknown): unknown => {
    const kept = firstOf(held, most)
    const checked = check(kept)
    if (kept !== found) write(full, JSON.stringify(kept))
    return checked
  }
  try {
    return keep(found)
  } catch (error) {
    if (typeof found !== 'string') throw error
    return keep(fromText(found))
  }
}
/** @param prefix of every key of this kernel; @param given `undefined`: the page's localStorage, `null`: memory only */
export function createVault(
  prefix: string,
  given: StorageBackend | null | undefined,
  report: (error: unknown, where: string) => void,
): Vault {
  const texts = createTexts(given)
  const { memory, attempt, read, write } = texts
  const watchers = new Set<{ full: string; run(): void }>()
  const tell = (key: string | null): void =>
    [...watchers].forEach(({ full, run }) => (key === null || key === full) && run())
  const onStorage = ({ key, storageArea }: StorageEvent): void => {
    if (storageArea && !attempt((backend) => backend === storageArea)) return
    for (const full of memory.keys()) if (key === null || key === full) memory.delete(full)
    tell(key)
  }
  globalThis.window?.addEventListener('storage', onStorage)
  return {
    open<S extends StorageShape>(
      plugin: string,
      declaration: StorageDeclaration<S>,
    ): StoragePort<S> {
      const start = `${prefix}:${plugin}:v`
      const { version, keys, most }: StorageDeclaration<StorageShape> = declaration
      const fullOf = (key: string): string => `${start}${version}:${key}`
      const onError = (error: unknown): void => report(error, `${plugin}: storage`)
      migrate(texts, start, declaration)
      const mostOf = (key: string): number => own<number | undefined>(most, key) ?? MOST
      const put = (key: string, value?: unknown): void => {
        guarded(
          () => own(keys, key) && write(fullOf(key), JSON.stringify(firstOf(value, mostOf(key)))),
          onError,
        )()
        tell(fullOf(key))
      }
      const port: StoragePort<S> = {
        get(key) {
          const check = own(keys, key)
          const text = check && read(fullOf(key))
          if (!check || text === undefined) return undefined
          try {
            // The check is the declared one, so its answer has the declared type.
            return snapshot(readFirst(texts, fullOf(key), text, mostOf(key), check)) as ReturnType<
              typeof port.get<typeof key>
            >
          } catch {
            write(fullOf(key))
            return undefined
          }
        },
        set: put,
        remove: put,
        subscribe(key, listener) {
          const watcher = {
            full: fullOf(key),
            run: guarded(() => listener(port.get(key)), onError),
          }
          watchers.add(watcher)
          return () => void watchers.delete(watcher)
        },
      }
      return port
    },
    dispose() {
      globalThis.window?.removeEventListener('storage', onStorage)
      watchers.clear()
    },
  }
}
