import type { AssetsContext } from '../options.js'

/** Keys that are kept in the browser. */
export interface KeptKeys {
  get(): ReadonlySet<string>
  /** Adds keys before the others, or takes them away. */
  set(keys: readonly string[], isIn: boolean): void
}

/** The keys of tokens that the visitor hid, or of those that were handed out to many. */
export function createKeptKeys(
  { storage }: Pick<AssetsContext, 'storage'>,
  list: 'hidden' | 'airdrops',
): KeptKeys {
  const get = (): ReadonlySet<string> =>
    new Set((storage.get(list) ?? []).filter((key) => typeof key === 'string'))
  return {
    get,
    set(keys, isIn) {
      const others = [...get()].filter((each) => !keys.includes(each))
      storage.set(list, isIn ? [...keys, ...others] : others)
    },
  }
}
