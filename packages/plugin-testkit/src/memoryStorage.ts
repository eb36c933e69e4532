import type { StorageBackend } from '@latchkey/kernel'

/** Browser storage in memory, telling what is done with it. */
export const memoryStorage = (note: (kind: 'storage', what: string) => void): StorageBackend => {
  const map = new Map<string, string>()
  return {
    getItem(key) {
      note('storage', `getItem ${key}`)
      return map.get(key) ?? null
    },
    setItem(key, value) {
      note('storage', `setItem ${key}`)
      map.set(key, value)
    },
    removeItem(key) {
      note('storage', `removeItem ${key}`)
      map.delete(key)
    },
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size
    },
  }
}
