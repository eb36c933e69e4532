/** Where the client keeps its keys, sessions and messages. */
export interface Store {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  close(): void
}

const TABLE = 'entries'
/**
 * Keys of the database, and sessions, pairings, keys or messages under one of them, that are read back at most.
 * Any script of the site can write into it, and the client goes over all of them before it connects.
 */
const MOST = 1_000
/** UTF-16 units of one value. */
const LONGEST = 4_000_000

/** The client adds at the end, so that the newest stand there. */
function newestOf<T>(value: T): T {
  if (Array.isArray(value)) return value.slice(-MOST) as T
  return typeof value === 'object' && value !== null
    ? (Object.fromEntries(Object.entries(value).slice(-MOST)) as T)
    : value
}
function read<T>(text: unknown): T | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined
  try {
    return newestOf(JSON.parse(text) as T)
  } catch {
    // Nobody here wrote that.
    return undefined
  }
}

/** For a page whose storage is blocked, and for places without one: lives as long as the page. */
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

/** A database of its own for each kernel, so that two on a page share nothing. Falls back to memory where there is none. */
export async function openStore(name: string): Promise<Store> {
  try {
    const database = await open(name)
    const table = (mode: IDBTransactionMode): IDBObjectStore =>
      database.transaction(TABLE, mode).objectStore(TABLE)
    return {
      getKeys: async () =>
        (await settled(table('readonly').getAllKeys(undefined, MOST))).map(String),
      async getEntries<T>() {
        const from = table('readonly')
        const [keys, values] = await Promise.all([
          settled(from.getAllKeys(undefined, MOST)),
          settled(from.getAll(undefined, MOST)),
        ])
        return keys.map((key, index) => [String(key), read<T>(values[index])!] as [string, T])
      },
      getItem: async <T>(key: string) => read<T>(await settled(table('readonly').get(key))),
      async setItem(key, value) {
        // As JSON, for the client stores what no structured clone takes.
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
