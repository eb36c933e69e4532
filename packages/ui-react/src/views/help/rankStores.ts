import { isWebLink } from '@latchkey/plugin-api/explorer'

interface Store {
  readonly store: string
  readonly url: string
}

/** Recognises stores by name. Wallets name stores freely: chrome, firefox, ios, Google Play... */
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

/** The browser and system, as far as they are known. */
type Here = Pick<Navigator, 'userAgent'> & Partial<Pick<Navigator, 'maxTouchPoints'>>

/**
 * The stores that work on this device, the best first: apps on a phone, elsewhere extensions before
 * programs. An iPad reports a Macintosh with a touch screen.
 */
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

/** The known name of a store, if it is a known one. */
export const storeOf = (store: string): string | undefined =>
  Object.keys(STORES).find((name) => STORES[name]!.test(store))

/**
 * Sorts stores by how well they fit this browser and system, and drops those without a web link.
 */
export function rankStores<S extends Store>(stores: readonly S[], place: Here): readonly S[] {
  const here = storesOf(place)
  const rank = ({ store }: Store): number => {
    const at = here.findIndex((name) => STORES[name]!.test(store))
    return at < 0 ? here.length : at
  }
  return stores.filter(({ url }) => isWebLink(url)).sort((a, b) => rank(a) - rank(b))
}

/** Whether one of these stores works on this device. */
export const isForHere = (stores: readonly Store[], place: Here): boolean => {
  const [best] = rankStores(stores, place)
  return best !== undefined && storesOf(place).some((name) => STORES[name]!.test(best.store))
}
