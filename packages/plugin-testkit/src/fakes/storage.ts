/**
 * Browser storage in memory, with switches for what goes wrong with it. Two kernels may share it,
 * as a page does before and after a reload.
 */
export interface FakeStorage extends Pick<
  Storage,
  'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'
> {
  /** A copy of all entries. */
  entries(): Readonly<Record<string, string>>
  /** From now on every touch throws, as where cookies are blocked. */
  block(): void
  /** From now on nothing more fits in. */
  fill(): void
  /** Works again. */
  mend(): void
  /** Another tab writes, and this page is told; `null` takes the entry away. */
  elsewhere(key: string, value: string | null): void
}

/**
 * @example createKernel({ ..., storage: fakeStorage({ 'latchkey-default:hello:v1:name': '"Ada"' })
 * })
 */
export function fakeStorage(content: Readonly<Record<string, string>> = {}): FakeStorage {
  const map = new Map(Object.entries(content))
  let state: 'sound' | 'blocked' | 'full' = 'sound'
  const touch = (): void => {
    if (state === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  return {
    getItem: (key) => (touch(), map.get(key) ?? null),
    setItem(key, value) {
      touch()
      if (state === 'full')
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      map.set(key, value)
    },
    removeItem: (key) => (touch(), void map.delete(key)),
    key: (index) => (touch(), [...map.keys()][index] ?? null),
    get length() {
      touch()
      return map.size
    },
    entries: () => Object.fromEntries(map),
    block: () => void (state = 'blocked'),
    fill: () => void (state = 'full'),
    mend: () => void (state = 'sound'),
    elsewhere(key, value) {
      const oldValue = map.get(key) ?? null
      if (value === null) map.delete(key)
      else map.set(key, value)
      window.dispatchEvent(
        Object.assign(new Event('storage'), { key, oldValue, newValue: value, storageArea: this }),
      )
    },
  }
}
