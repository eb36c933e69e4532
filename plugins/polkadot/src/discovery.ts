import type { Dispose } from '@latchkey/plugin-api'
import { createPlaces, type PageWallet, type Placed } from '@latchkey/plugin-api/wallet'
import type { Extension } from './injected.js'
import { NAMESPACE } from './chains.js'

export interface Found extends PageWallet {
  /** Its name in `window.injectedWeb3`. */
  key: string
  extension: Extension
}
export interface Discovery {
  /** Those that have a place, the earliest first. */
  found(): readonly Placed<Found>[]
  /** Looks now, and for a while again and again. */
  look(): void
  stop: Dispose
}

/** Names that are looked at, so that nobody can make a page slow with more. */
const MOST = 20_000
/** ms. There is no event: extensions come while the page loads, some later. */
const EVERY = 500
const HOW_LONG = 10_000

/** Names of wallets that go by another in `injectedWeb3`. */
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

/** What stands under one name, whatever it is. `before` is the same object as it was read then: it is not read again. */
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

/** What stands there now, whatever it is. */
function readAll(target: object, before: readonly Found[]): Found[] {
  try {
    const { injectedWeb3: all } = target as { injectedWeb3?: Record<string, unknown> }
    if (typeof all !== 'object' || all === null) return []
    return Object.keys(all)
      .slice(0, MOST)
      .flatMap((key) =>
        readKey(all, key, (provider) =>
          before.find((one) => one.key === key && one.provider === provider),
        ),
      )
  } catch {
    // A getter or a proxy of somebody's.
    return []
  }
}

/**
 * Looks for extensions in `window.injectedWeb3`, now and for some seconds after each `look`.
 * One that another wrote over keeps its place beside that one: nobody can tell which of the two is genuine. A name that is gone takes its wallets along.
 * `onChange` is called once a task, when others have a place than before.
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
      // Looked at once: a crowd would change the last place with each look.
      if (seen.get(one.provider)?.has(one.key)) continue
      seen.set(one.provider, new Set([...(seen.get(one.provider) ?? []), one.key]))
      // The first and the newest of a name stay: a getter may make another object for each look.
      const [, second] = places.found().filter(({ key }) => key === one.key)
      if (second)
        places.leave((other) => other.key === second.key && other.provider === second.provider)
      places.take(one)
    }
  }
  const rest = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const look = (): void => {
    left = HOW_LONG / EVERY
    timer ??= setInterval(() => {
      if (--left <= 0) rest()
      scan()
    }, EVERY)
    scan()
  }
  return {
    found: places.found,
    look,
    stop() {
      places.stop()
      rest()
    },
  }
}
