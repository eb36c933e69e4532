import { fakeStorage, type FakeStorage } from './fakes/storage.js'

/** Storage in memory that notes what is done with it. */
export function memoryStorage(note: (kind: 'storage', what: string) => void): FakeStorage {
  const storage = fakeStorage()
  const { getItem, setItem, removeItem } = storage
  return Object.assign(storage, {
    getItem(key: string) {
      note('storage', `getItem ${key}`)
      return getItem(key)
    },
    setItem(key: string, value: string) {
      note('storage', `setItem ${key}`)
      setItem(key, value)
    },
    removeItem(key: string) {
      note('storage', `removeItem ${key}`)
      removeItem(key)
    },
  })
}
