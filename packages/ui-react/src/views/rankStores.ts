import { isWebLink } from '../kit/Button.js'

interface Store {
  readonly store: string
  readonly url: string
}

/** The stores that fit this browser and system best, first. A store is named as its wallet names it: chrome, firefox, ios, android... */
export function rankStores(stores: readonly Store[], userAgent: string): readonly Store[] {
  const here = [/iP(hone|ad|od)/.test(userAgent) && 'ios', /Android/.test(userAgent) && 'android', /Firefox\//.test(userAgent) && 'firefox', /Edg\//.test(userAgent) && 'edge', /Chrome\//.test(userAgent) && 'chrome', /Safari\//.test(userAgent) && 'safari'].filter((name) => name !== false)
  const rank = ({ store }: { store: string }): number => {
    const at = here.findIndex((name) => store.toLowerCase().includes(name))
    return at < 0 ? here.length : at
  }
  return stores.filter(({ url }) => isWebLink(url)).sort((a, b) => rank(a) - rank(b))
}
