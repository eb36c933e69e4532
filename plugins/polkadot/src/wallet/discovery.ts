import type { Dispose } from '@latchkey/plugin-api'
import { createPlaces, type PageWallet, type Placed } from '@latchkey/plugin-api/wallet'
import type { Extension } from './injected.js'
import { NAMESPACE } from '../chain/chains.js'

/** An extension of the page. */
export interface Found extends PageWallet {
  /** Its name in `window.injectedWeb3`. */
  key: string
  extension: Extension
}
/** The extensions of a page, kept up to date. */
export interface Discovery {
  /** The extensions that have a place, the earliest first. */
  found(): readonly Placed<Found>[]
  /** Searches now, and again and again for 10 s. */
  search(): void
  stop: Dispose
}

/** Names that are read: more would slow the page down. */
const MAX_NAMES = 20_000
/** Pause in ms between two searches. Extensions announce nothing, and some come late. */
const SEARCH_MS = 500
/** How long in ms the page is searched after each `search`. */
const SEARCH_FOR_MS = 10_000

/** Names of wallets by their key in `injectedWeb3`. */
const NAMES: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'fearless-wallet': 'Fearless Wallet',
  polkagate: 'PolkaGate',
  enkrypt: 'Enkrypt',
}
const nameOf = (key: string): string => (Object.hasOwn(NAMES, key) ? NAMES[key]! : key)

function readExtension(value: object): Extension | undefined {
  const { enable, connect } = value as { enable?: unknown; connect?: unknown }
  const open = typeof enable === 'function' ? enable : connect
  if (typeof open !== 'function') return undefined
  return { enable: (origin) => Reflect.apply(open, value, [origin]) as Promise<unknown> }
}

/**
 * Reads the untrusted value under one name. `before` finds an object that was read already: it is
 * not read again.
 */
function readKey(
  all: Readonly<Record<string, unknown>>,
  key: string,
  before: (provider: object) => Found | undefined,
): Found[] {
  try {
    if (!/^[\w.@/ -]{1,64}$/.test(key) || !key.trim()) return []
    const provider = all[key]
    if (typeof provider !== 'object' || provider === null) return []
    const known = before(provider)
    if (known) return [known]
    const extension = readExtension(provider)
    return extension
      ? [{ key, claim: `${NAMESPACE}.${key}`, name: nameOf(key), provider, extension }]
      : []
  } catch {
    return []
  }
}

/** Reads all extensions that are in the page now. */
function readAll(target: object, before: readonly Found[]): Found[] {
  try {
    const { injectedWeb3: all } = target as { injectedWeb3?: Record<string, unknown> }
    if (typeof all !== 'object' || all === null) return []
    return Object.keys(all)
      .slice(0, MAX_NAMES)
      .flatMap((key) =>
        readKey(all, key, (provider) =>
          before.find((one) => one.key === key && one.provider === provider),
        ),
      )
  } catch {
    // A getter or a proxy of another script may throw.
    return []
  }
}

/**
 * Finds extensions in `window.injectedWeb3`, now and for some seconds after each `search`. An
 * extension that another script overwrote keeps its place beside the new one, as nobody can tell
 * which of the two is genuine. Where a name is gone, its extensions lose their places.
 * @param onChange called at most once a task, when the places have changed
 */
export function discover(
  target: object,
  isKnown: (key: string) => boolean,
  onChange: () => void,
): Discovery {
  const places = createPlaces<Found>(({ key }) => isKnown(key), onChange)
  const seen = new WeakMap<object, ReadonlySet<string>>()
  let timer: ReturnType<typeof setInterval> | undefined
  let left = 0
  const scan = (): void => {
    const here = readAll(target, places.found())
    const keys = new Set(here.map(({ key }) => key))
    places.leave(({ key, provider }) => !keys.has(key) && (seen.delete(provider), true))
    for (const one of here) {
      // Each object is taken once: else a crowd would change the last place with each search.
      if (seen.get(one.provider)?.has(one.key)) continue
      seen.set(one.provider, new Set([...(seen.get(one.provider) ?? []), one.key]))
      // The first and the newest of a name stay: a getter may return another object each time.
      const [, second] = places.found().filter(({ key }) => key === one.key)
      if (second)
        places.leave((other) => other.key === second.key && other.provider === second.provider)
      places.take(one)
    }
  }
  const stopSearching = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const search = (): void => {
    left = SEARCH_FOR_MS / SEARCH_MS
    timer ??= setInterval(() => {
      if (--left <= 0) stopSearching()
      scan()
    }, SEARCH_MS)
    scan()
  }
  return {
    found: places.found,
    search,
    stop() {
      places.stop()
      stopSearching()
    },
  }
}
