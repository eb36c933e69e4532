import type { Dispose } from '@latchkey/plugin-api'
import type { Extension } from './injected.js'

export interface Found {
  /** Its name in `window.injectedWeb3`. */
  key: string
  extension: Extension
}
export interface Discovery {
  /** Those that have a place, the earliest first. */
  found(): readonly Found[]
  /** Looks now, and for a while again and again. */
  look(): void
  stop: Dispose
}

/** The first well-formed strangers that stay; one more place is the latest one's. */
const PLACES = 100
/** Names that are looked at, so that nobody can make a page slow with more. */
const MOST = 20_000
/** ms. There is no event: extensions come while the page loads, some later. */
const EVERY = 500
const HOW_LONG = 10_000

function readExtension(value: unknown): Extension | undefined {
  const { enable, connect } = value as { enable?: unknown; connect?: unknown }
  const open = typeof enable === 'function' ? enable : connect
  if (typeof open !== 'function') return undefined
  return { enable: (origin) => Reflect.apply(open, value, [origin]) as Promise<unknown> }
}

/** What stands there now, whatever it is. What was read before is not read again: the first under a name stays. */
function readAll(target: object, before: ReadonlyMap<string, Found>): Found[] {
  try {
    const { injectedWeb3: all } = target as { injectedWeb3?: Record<string, unknown> }
    if (typeof all !== 'object' || all === null) return []
    return Object.keys(all).slice(0, MOST).flatMap((key) => {
      try {
        const known = before.get(key)
        if (known) return [known]
        if (!/^[\w.@/ -]{1,64}$/.test(key) || !key.trim()) return []
        const extension = readExtension(all[key])
        return extension ? [{ key, extension }] : []
      } catch {
        return []
      }
    })
  } catch {
    // A getter or a proxy of somebody's.
    return []
  }
}

/** Known ones have a place in any case; of strangers the first hundred, and the one who came last. */
function place(all: readonly Found[], isKnown: (key: string) => boolean): Found[] {
  const strangers = all.filter(({ key }) => !isKnown(key))
  const out = new Set(strangers.slice(PLACES, -1))
  return all.filter((one) => !out.has(one))
}

/**
 * Looks for extensions in `window.injectedWeb3`, now and for some seconds after each `look`.
 * `onChange` is called when others have a place than before.
 */
export function discover(target: object, isKnown: (key: string) => boolean, onChange: () => void): Discovery {
  /** All that stand there, in the order in which they were first seen. */
  let seen = new Map<string, Found>()
  let places: readonly Found[] = []
  let timer: ReturnType<typeof setInterval> | undefined
  let left = 0
  const scan = (): void => {
    const here = new Map(readAll(target, seen).map((one) => [one.key, one]))
    seen = new Map([...[...seen].filter(([key]) => here.has(key)), ...here])
    const before = new Set(places)
    places = place([...seen.values()], isKnown)
    if (places.length !== before.size || !places.every((one) => before.has(one))) onChange()
  }
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const look = (): void => {
    left = HOW_LONG / EVERY
    timer ??= setInterval(() => {
      if (--left <= 0) stop()
      scan()
    }, EVERY)
    scan()
  }
  return { found: () => places, look, stop }
}
