import { brand } from '@latchkey/plugin-api'

/** A session with the smart wallet, as the page stores it for a reload. */
export interface Session {
  keys: CryptoKeyPair
  shared: CryptoKey
  accounts: readonly string[]
  chain: number
  /** Chains to which the wallet switches without asking. */
  chains: readonly number[]
  capabilities: unknown
}

/**
 * Sessions by id, in IndexedDB: no other storage takes keys that cannot be extracted.
 */
export interface Sessions {
  get(id: string): Promise<Session | undefined>
  put(id: string, session: Session): Promise<unknown>
  remove(id: string): Promise<unknown>
}

const STORE = 'sessions'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing here.'))
  })

/** Runs one request on the store. @throws the browser's error where it stores nothing */
async function withStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(`${brand.storagePrefix}-coinbase`, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await settled(opening)
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

export const sessions: Sessions = {
  get: (id) => withStore('readonly', (store) => store.get(id) as IDBRequest<Session | undefined>),
  put: (id, session) => withStore('readwrite', (store) => store.put(session, id)),
  remove: (id) => withStore('readwrite', (store) => store.delete(id)),
}
