/** The storage of the client's keys, sessions and messages. */
export interface Store {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  close(): void
}

/** A store of texts by key, as `localStorage` is. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const TABLE = 'entries'
/**
 * Keys of the database, and entries of one value (sessions, pairings, keys or messages), that are
 * read. Any script of the site can write into the database, and the client reads all of it before it
 * connects.
 */
const MAX_ENTRIES = 1_000
/** UTF-16 units of one value. */
const MAX_VALUE_LENGTH = 4_000_000

/** The last entries: the client adds new ones at the end. */
function newestOf<T>(value: T): T {
  if (Array.isArray(value)) return value.slice(-MAX_ENTRIES) as T
  return typeof value === 'object' && value !== null
    ? (Object.fromEntries(Object.entries(value).slice(-MAX_ENTRIES)) as T)
    : value
}
function read<T>(text: unknown): T | undefined {
  if (typeof text !== 'string' || text.length > MAX_VALUE_LENGTH) return undefined
  try {
    return newestOf(JSON.parse(text) as T)
  } catch {
    // The value was not written by this plugin.
    return undefined
  }
}

/** A store in memory, for pages without storage: it lives as long as the page. */
export function memoryStore(): Store {
  const map = new Map<string, string>()
  return {
    getKeys: async () => [...map.keys()],
    getEntries: async <T>() => [...map].map(([key, text]) => [key, read<T>(text)!] as [string, T]),
    getItem: async <T>(key: string) => read<T>(map.get(key)),
    async setItem(key, value) {
      map.set(key, JSON.stringify(value))
    },
    async removeItem(key) {
      map.delete(key)
    },
    close: () => undefined,
  }
}

/** A store in a storage that others use too: its keys begin with its name. */
export function storeIn(storage: TextStorage, name: string): Store {
  const start = `${name}:`
  const keys = (): string[] =>
    Array.from({ length: storage.length }, (_, index) => String(storage.key(index)))
      .filter((key) => key.startsWith(start))
      .slice(0, MAX_ENTRIES)
      .map((key) => key.slice(start.length))
  const getItem = <T>(key: string): T | undefined => read<T>(storage.getItem(start + key))
  return {
    getKeys: async () => keys(),
    getEntries: async <T>() => keys().map((key) => [key, getItem<T>(key)!] as [string, T]),
    getItem: async <T>(key: string) => getItem<T>(key),
    async setItem(key, value) {
      storage.setItem(start + key, JSON.stringify(value))
    },
    async removeItem(key) {
      storage.removeItem(start + key)
    },
    close: () => undefined,
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(TABLE)
  return settled(request)
}

/**
 * Opens a database for one kernel, so that two kernels of a page share nothing. Falls back to memory
 * where databases are blocked.
 */
export async function openStore(name: string): Promise<Store> {
  try {
    const database = await open(name)
    const table = (mode: IDBTransactionMode): IDBObjectStore =>
      database.transaction(TABLE, mode).objectStore(TABLE)
    return {
      getKeys: async () =>
        (await settled(table('readonly').getAllKeys(undefined, MAX_ENTRIES))).map(String),
      async getEntries<T>() {
        const from = table('readonly')
        const [keys, values] = await Promise.all([
          settled(from.getAllKeys(undefined, MAX_ENTRIES)),
          settled(from.getAll(undefined, MAX_ENTRIES)),
        ])
        return keys.map((key, index) => [String(key), read<T>(values[index])!] as [string, T])
      },
      getItem: async <T>(key: string) => read<T>(await settled(table('readonly').get(key))),
      async setItem(key, value) {
        // As JSON: the client stores values that cannot be cloned.
        await settled(table('readwrite').put(JSON.stringify(value), key))
      },
      async removeItem(key) {
        await settled(table('readwrite').delete(key))
      },
      close: () => database.close(),
    }
  } catch {
    return memoryStore()
  }
}
