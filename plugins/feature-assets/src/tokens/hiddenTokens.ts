import type { AssetsContext } from '../options.js'

/** The keys of the tokens that the visitor hid, kept in the browser. */
export interface HiddenTokens {
  get(): ReadonlySet<string>
  set(key: string, isHidden: boolean): void
}

export function createHiddenTokens({ storage }: Pick<AssetsContext, 'storage'>): HiddenTokens {
  const get = (): ReadonlySet<string> =>
    new Set((storage.get('hidden') ?? []).filter((key) => typeof key === 'string'))
  return {
    get,
    set(key, isHidden) {
      const others = [...get()].filter((each) => each !== key)
      storage.set('hidden', isHidden ? [key, ...others] : others)
    },
  }
}
