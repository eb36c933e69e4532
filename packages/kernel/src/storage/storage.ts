import type { Dispose, Json, StorageDeclaration, StoragePort, StorageShape } from '@latchkey/plugin-api'
import { guarded } from '../support/guard.js'
import { snapshot } from '../support/snapshot.js'
import type { StorageBackend } from '../types.js'

/** Longer texts are held in memory only, and dropped where they are found: no plugin's slice needs a megabyte. */
const LONGEST = 1_000_000

export interface Vault {
  /** The slice of one plugin. */
  open<S extends StorageShape>(plugin: string, declaration: StorageDeclaration<S>): StoragePort<S>
  dispose: Dispose
}

const pageStorage = (): StorageBackend | null => {
  try {
    return typeof window === 'undefined' ? null : window.localStorage
  } catch {
    return null
  }
}
const parse = (text: string): Json => {
  if (text.length > LONGEST) throw new RangeError()
  return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) as Json
}

/** Texts by full key. Nothing in here throws: what the backend refuses is held in memory, `undefined` meaning removed. */
function createTexts(backend: StorageBackend | null) {
  const memory = new Map<string, string | undefined>()
  const attempt = <T>(run: (backend: StorageBackend) => T): T | undefined => {
    try {
      return backend ? run(backend) : undefined
    } catch {
      return undefined
    }
  }
  return {
    memory,
    read(key: string): string | undefined {
      const text = memory.has(key) ? memory.get(key) : attempt((store) => store.getItem(key))
      return typeof text === 'string' ? text : undefined
    },
    write(key: string, text?: string): void {
      memory.set(key, text)
      attempt((store) => {
        // Never leaves an older text behind that would come back after a reload.
        store.removeItem(key)
        if (text !== undefined) {
          if (text.length > LONGEST) return
          store.setItem(key, text)
        }
        memory.delete(key)
      })
    },
    keys: (): string[] => attempt((store) => Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')) ?? [],
  }
}

/** Hands the entries of an older version to the plugin's `migrate`, once, and drops them. `start` is all of their keys before the version. */
function migrate({ read, write, keys: list }: ReturnType<typeof createTexts>, start: string, { version, keys, migrate: change }: StorageDeclaration<StorageShape>): void {
  const found = list().flatMap((full) => {
    const [, at, key] = (full.startsWith(start) && /^(\d+):(.+)$/.exec(full.slice(start.length))) || []
    return key ? [{ full, key, at: Number(at) }] : []
  })
  const newest = Math.max(...found.map(({ at }) => at))
  if (!change || !found.length || newest >= version) return
  const ignore = (): void => undefined
  const entries: Record<string, Json> = {}
  for (const { full, key, at } of found) if (at === newest) guarded(() => Object.defineProperty(entries, key, { value: parse(read(full)!), enumerable: true }), ignore)()
  guarded(() => {
    for (const [key, value] of Object.entries(change({ version: newest, entries }))) if (Object.hasOwn(keys, key)) write(`${start}${version}:${key}`, JSON.stringify(value))
  }, ignore)()
  for (const { full } of found) write(full)
}

/** @param prefix of every key of this kernel; @param given `undefined`: the page's localStorage, `null`: memory only */
export function createVault(prefix: string, given: StorageBackend | null | undefined, onError: (error: unknown) => void): Vault {
  const backend = given === undefined ? pageStorage() : given
  const texts = createTexts(backend)
  const watchers = new Map<string, Set<() => void>>()
  const tell = (full: string): void => [...(watchers.get(full) ?? [])].forEach((run) => run())
  const onStorage = ({ key, storageArea }: StorageEvent): void => {
    if (storageArea && storageArea !== backend) return
    for (const full of key === null ? [...watchers.keys()] : [key]) {
      texts.memory.delete(full)
      tell(full)
    }
  }
  const page = typeof window === 'undefined' ? undefined : window
  page?.addEventListener('storage', onStorage)
  return {
    open<S extends StorageShape>(plugin: string, declaration: StorageDeclaration<S>): StoragePort<S> {
      const start = `${prefix}:${plugin}:v`
      const { version, keys } = declaration
      const fullOf = (key: string): string => `${start}${version}:${key}`
      migrate(texts, start, declaration)
      const put = (key: string, value?: unknown): void => {
        guarded(() => Object.hasOwn(keys, key) && texts.write(fullOf(key), value === undefined ? undefined : JSON.stringify(value)), onError)()
        tell(fullOf(key))
      }
      const port: StoragePort<S> = {
        get(key) {
          const text = Object.hasOwn(keys, key) ? texts.read(fullOf(key)) : undefined
          if (text === undefined) return undefined
          try {
            // The check is the declared one, so its answer has the declared type.
            return snapshot(keys[key]!(parse(text))) as ReturnType<typeof port.get<typeof key>>
          } catch {
            texts.write(fullOf(key))
            return undefined
          }
        },
        set: put,
        remove: put,
        subscribe(key, listener) {
          const full = fullOf(key)
          const run = guarded(() => listener(port.get(key)), onError)
          watchers.set(full, (watchers.get(full) ?? new Set()).add(run))
          return () => void watchers.get(full)?.delete(run)
        },
      }
      return port
    },
    dispose() {
      page?.removeEventListener('storage', onStorage)
      watchers.clear()
    },
  }
}
