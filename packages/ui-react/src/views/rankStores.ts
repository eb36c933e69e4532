import { isWebLink } from '../kit/Button.js'

interface Store {
  readonly store: string
  readonly url: string
}

/** Stores by what their names say. A store is named as its wallet names it: chrome, firefox, ios, Google Play... */
const STORES: Readonly<Record<string, RegExp>> = {
  ios: /ios|iphone|apple|app store/i,
  android: /android|play/i,
  chrome: /chrome/i,
  firefox: /firefox|mozilla/i,
  edge: /edge/i,
  safari: /safari/i,
  mac: /mac ?os|\bmac\b/i,
  windows: /windows/i,
  linux: /linux/i,
}

/** The browser and system, as far as they say. */
type Here = Pick<Navigator, 'userAgent'> & Partial<Pick<Navigator, 'maxTouchPoints'>>

/** The stores that install something here, the likeliest first: on a phone apps, elsewhere extensions before programs. An iPad calls itself a Macintosh that can be touched. */
function storesOf({ userAgent, maxTouchPoints = 0 }: Here): readonly string[] {
  const has = (pattern: RegExp): boolean => pattern.test(userAgent)
  if (has(/iP(hone|ad|od)/) || (has(/Macintosh/) && maxTouchPoints > 1)) return ['ios']
  if (has(/Android/)) return has(/Firefox\//) ? ['android', 'firefox'] : ['android']
  const browsers = has(/Firefox\//)
    ? ['firefox']
    : has(/Edg\//)
      ? ['edge', 'chrome']
      : has(/Chrome\//)
        ? ['chrome']
        : has(/Safari\//)
          ? ['safari']
          : []
  return [
    ...browsers,
    ...(has(/Macintosh/) ? ['mac'] : has(/Windows/) ? ['windows'] : has(/Linux/) ? ['linux'] : []),
  ]
}

/** The known name of a store, if it has one. */
export const storeOf = (store: string): string | undefined =>
  Object.keys(STORES).find((name) => STORES[name]!.test(store))

/** The stores that fit this browser and system best, first. */
export function rankStores<S extends Store>(stores: readonly S[], place: Here): readonly S[] {
  const here = storesOf(place)
  const rank = ({ store }: Store): number => {
    const at = here.findIndex((name) => STORES[name]!.test(store))
    return at < 0 ? here.length : at
  }
  return stores.filter(({ url }) => isWebLink(url)).sort((a, b) => rank(a) - rank(b))
}

/** Whether one of these installs something here. */
export const isForHere = (stores: readonly Store[], place: Here): boolean => {
  const [best] = rankStores(stores, place)
  return best !== undefined && storesOf(place).some((name) => STORES[name]!.test(best.store))
}
