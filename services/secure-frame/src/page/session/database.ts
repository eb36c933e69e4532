/** A small store of the frame: values by name. It rejects where the browser gives no storage. */
export interface Database {
  read<T>(name: string): Promise<T | undefined>
  write(name: string, value: unknown): Promise<void>
  /** Changes a value in one step: no other page of this origin writes in between. */
  update<T>(name: string, change: (before: T | undefined) => T): Promise<void>
  remove(name: string): Promise<void>
}

const STORE = 'values'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The storage of the frame failed.'))
  })

/** @param factory `indexedDB`, or that of a storage access handle; reading it may throw */
export function createDatabase(factory: () => IDBFactory): Database {
  let opened: Promise<IDBDatabase> | undefined
  async function open(): Promise<IDBDatabase> {
    const request = factory().open('latchkey-frame', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    const database = await settled(request)
    // Storage that is cleared in use closes the database; the next use opens another one.
    database.onclose = () => (opened = undefined)
    return database
  }
  async function run<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    opened ??= open()
    try {
      const transaction = (await opened).transaction(STORE, mode)
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was stored.'))
      })
      const [result] = await Promise.all([settled(use(transaction.objectStore(STORE))), done])
      return result
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  return {
    update: async <T>(name: string, change: (before: T | undefined) => T) =>
      void (await run('readwrite', (store) => {
        const request = store.get(name) as IDBRequest<T | undefined>
        request.addEventListener('success', () => store.put(change(request.result), name))
        return request
      })),
    read: <T>(name: string) => run('readonly', (store) => store.get(name) as IDBRequest<T>),
    write: async (name, value) => void (await run('readwrite', (store) => store.put(value, name))),
    remove: async (name) => run('readwrite', (store) => store.delete(name)),
  }
}
