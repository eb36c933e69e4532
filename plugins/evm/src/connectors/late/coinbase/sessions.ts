import { brand } from '@latchkey/plugin-api'

/** What a page keeps of the smart wallet over a reload. */
export interface Session {
  keys: CryptoKeyPair
  shared: CryptoKey
  accounts: readonly string[]
  chain: number
  /** Chains to which it goes without asking. */
  chains: readonly number[]
  capabilities: unknown
}

/** Sessions by id, in IndexedDB: it takes keys that cannot be read out, which no other storage does. */
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

/** @throws whatever the browser says where it keeps nothing */
async function use<T>(
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
  get: (id) => use('readonly', (store) => store.get(id) as IDBRequest<Session | undefined>),
  put: (id, session) => use('readwrite', (store) => store.put(session, id)),
  remove: (id) => use('readwrite', (store) => store.delete(id)),
}
