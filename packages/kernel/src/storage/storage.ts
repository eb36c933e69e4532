import type { Dispose, Json, StorageDeclaration, StoragePort, StorageShape } from '@latchkey/plugin-api'
import { guarded } from '../support/guard.js'
import { snapshot } from '../support/snapshot.js'
import type { StorageBackend } from '../types.js'

/** Longer texts are neither kept nor read: no plugin's slice needs a megabyte. */
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
const parse = (text: string): unknown => {
  if (text.length > LONGEST) throw new RangeError('too long')
  return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
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
  const remove = (key: string): void => {
    memory.set(key, undefined)
    attempt((store) => {
      store.removeItem(key)
      memory.delete(key)
    })
  }
  return {
    memory,
    remove,
    read(key: string): string | undefined {
      const text = memory.has(key) ? memory.get(key) : attempt((store) => store.getItem(key))
      return typeof text === 'string' ? text : undefined
    },
    write(key: string, text: string): void {
      // Never leaves an older text behind that would come back after a reload.
      remove(key)
      memory.set(key, text)
      attempt((store) => {
        if (text.length > LONGEST) return
        store.setItem(key, text)
        memory.delete(key)
      })
    },
    keys: (): string[] => attempt((store) => Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')) ?? [],
  }
}
type Texts = ReturnType<typeof createTexts>

/** Hands the newest older version of a plugin's entries to its `migrate`, once, and drops what was old. */
function migrate(texts: Texts, prefix: string, { version, keys, migrate: change }: StorageDeclaration<StorageShape>): void {
  if (!change) return
  const found = texts.keys().flatMap((full) => {
    const [number = '', ...key] = full.startsWith(prefix) ? full.slice(prefix.length).split(':') : []
    return /^\d+$/.test(number) && key.length ? [{ full, version: Number(number), key: key.join(':') }] : []
  })
  const older = found.filter((entry) => entry.version < version)
  if (older.length && !found.some((entry) => entry.version === version)) {
    const newest = Math.max(...older.map((entry) => entry.version))
    const entries: Record<string, Json> = Object.create(null) as Record<string, Json>
    for (const { full, key } of older.filter((entry) => entry.version === newest)) {
      try {
        entries[key] = parse(texts.read(full) ?? '') as Json
      } catch {
        // What cannot be read is not migrated.
      }
    }
    try {
      for (const [key, value] of Object.entries(change({ version: newest, entries }))) {
        if (Object.hasOwn(keys, key)) texts.write(`${prefix}${version}:${key}`, JSON.stringify(value))
      }
    } catch {
      // Throwing drops them.
    }
  }
  for (const { full } of older) texts.remove(full)
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
  if (backend && typeof window !== 'undefined') window.addEventListener('storage', onStorage)
  return {
    open<S extends StorageShape>(plugin: string, declaration: StorageDeclaration<S>): StoragePort<S> {
      const { version, keys } = declaration
      migrate(texts, `${prefix}:${plugin}:v`, declaration)
      const fullOf = (key: string): string => `${prefix}:${plugin}:v${version}:${key}`
      const port: StoragePort<S> = {
        get(key) {
          const check = Object.hasOwn(keys, key) ? keys[key] : undefined
          const text = check && texts.read(fullOf(key))
          if (!check || text === undefined) return undefined
          try {
            // The check is the declared one, so its answer has the declared type.
            return snapshot(check(parse(text))) as ReturnType<typeof port.get<typeof key>>
          } catch {
            texts.remove(fullOf(key))
            return undefined
          }
        },
        set(key, value) {
          guarded(() => {
            if (Object.hasOwn(keys, key)) texts.write(fullOf(key), JSON.stringify(value))
          }, onError)()
          tell(fullOf(key))
        },
        remove(key) {
          if (Object.hasOwn(keys, key)) texts.remove(fullOf(key))
          tell(fullOf(key))
        },
        subscribe(key, listener) {
          const full = fullOf(key)
          const run = guarded(() => listener(port.get(key)), onError)
          const all = watchers.get(full) ?? new Set()
          watchers.set(full, all.add(run))
          return () => {
            if (all.delete(run) && !all.size) watchers.delete(full)
          }
        },
      }
      return port
    },
    dispose() {
      if (typeof window !== 'undefined') window.removeEventListener('storage', onStorage)
      watchers.clear()
    },
  }
}
