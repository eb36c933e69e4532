import type { Dispose } from '@latchkey/plugin-api'
import type { Driver } from './drivers/driver.js'
import { wbipDriver } from './drivers/wbip.js'
import { speaksBitcoin, walletStandardDriver } from './drivers/walletStandard.js'
import { iconOf, items, member, nameOf, textOf } from './loose.js'

/** What a wallet says about itself, read once and plain afterwards. */
export interface Announced {
  /** `bitcoin.` and its id (WBIP) or name (Wallet Standard). */
  id: string
  name: string
  icon?: string
  /** The same object is the same wallet, however often and wherever it is announced. */
  provider: object
  driver(): Driver
}

/** The first well-formed strangers that stay; one more place is the latest one's. */
const PLACES = 100
/** Entries of a list that are looked at. */
const MOST_ENTRIES = 20_000
const NAME_LENGTH = 64

const isObject = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function'
const canRequest = (value: unknown): value is Parameters<typeof wbipDriver>[0] => typeof member(value, 'request') === 'function'

/** What lies at a path such as `XverseProviders.BitcoinProvider`. */
function resolve(target: unknown, path: string): unknown {
  const names = path.split('.')
  return names.some((name) => ['__proto__', 'prototype', 'constructor'].includes(name)) ? undefined : names.reduce(member, target)
}

/** Reads one entry of `window.btc_providers` (WBIP 4), whatever it is. `undefined`: it takes no place. */
export function readEntry(target: unknown, entry: unknown): Announced | undefined {
  const path = textOf(member(entry, 'id'), 120)
  const name = nameOf(member(entry, 'name'), NAME_LENGTH)
  if (!path || !name || !/^[\w$]+(\.[\w$]+){0,3}$/.test(path)) return undefined
  const provider = resolve(target, path)
  const icon = iconOf(member(entry, 'icon'))
  return canRequest(provider) ? { id: `bitcoin.${path}`, name, provider, driver: () => wbipDriver(provider), ...(icon && { icon }) } : undefined
}

/** Reads a wallet of the Wallet Standard, whatever it is. `undefined`: it takes no place. */
export function readStandard(wallet: unknown): Announced | undefined {
  const name = nameOf(member(wallet, 'name'), NAME_LENGTH)
  if (!isObject(wallet) || !name || !speaksBitcoin(wallet)) return undefined
  // Some bring their WBIP provider along, which can do more: it is the same wallet.
  const inner = member(member(member(wallet, 'features'), 'sats-connect:'), 'provider')
  const icon = iconOf(member(wallet, 'icon'))
  return { id: `bitcoin.${name}`, name, ...(canRequest(inner) ? { provider: inner, driver: () => wbipDriver(inner) } : { provider: wallet, driver: () => walletStandardDriver(wallet) }), ...(icon && { icon }) }
}

type Place = Announced & { known: boolean }

/** Takes in what was announced, if it has a place. @returns whether it has */
function admit(places: Map<object, Place>, announced: Announced, isKnown: (id: string) => boolean): boolean {
  if (places.has(announced.provider)) return false
  // The second of a known id is a stranger: else whoever repeats that name would take every place.
  const all = [...places.values()]
  const known = isKnown(announced.id) && !all.some(({ id }) => id === announced.id)
  if (places.size > PLACES) {
    const leaving = all.findLast((place) => !place.known)
    if (!leaving || (!known && all.filter((place) => !place.known).length <= PLACES)) return false
    places.delete(leaving.provider)
  }
  places.set(announced.provider, { ...announced, known })
  return true
}

export interface Discovery {
  /** Those that have a place, the earliest first. */
  found(): readonly Announced[]
  /** Looks once more at what has no event. */
  look(): void
  stop: Dispose
}

/**
 * Finds the wallets of a page: `window.btc_providers`, which has no event and is looked at, and those of the Wallet Standard, which come by event.
 * Nobody can crowd out the first hundred, nor the one who came last; one that `isKnown` always gets a place, the latest stranger's.
 * Objects of `isOther` are known by another name. `onChange` is called once a task, however many announce.
 */
export function discover(target: Window, isKnown: (id: string) => boolean, isOther: (provider: object) => boolean, onChange: () => void): Discovery {
  const places = new Map<object, Place>()
  let waiting = false
  let stopped = false
  const tell = (): void => {
    if (waiting) return
    waiting = true
    queueMicrotask(() => {
      waiting = false
      if (!stopped) onChange()
    })
  }
  const take = (announced: Announced | undefined): void => {
    if (!stopped && announced && !isOther(announced.provider) && admit(places, announced, isKnown)) tell()
  }
  const look = (): void => items(member(target, 'btc_providers'), MOST_ENTRIES)?.forEach((entry) => take(readEntry(target, entry)))
  const register = (...wallets: readonly unknown[]): Dispose => {
    const mine = items(wallets, MOST_ENTRIES)!.flatMap((wallet) => readStandard(wallet) ?? [])
    mine.forEach(take)
    return () => {
      for (const { provider } of mine) if (places.delete(provider) && !stopped) tell()
    }
  }
  const api = Object.freeze({ register })
  const listen = (event: Event): void => {
    const callback = member(event, 'detail')
    try {
      if (typeof callback === 'function') (callback as (given: typeof api) => unknown)(api)
    } catch {
      // Its own affair.
    }
  }
  look()
  target.addEventListener('wallet-standard:register-wallet', listen)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  const stop = (): void => {
    stopped = true
    target.removeEventListener('wallet-standard:register-wallet', listen)
  }
  return { found: () => [...places.values()], look, stop }
}

/** Gives each wallet an id of its own: the second of a name gets a number. */
export function idsOf(found: readonly Announced[]): Map<string, Announced> {
  const ids = new Map<string, Announced>()
  for (const wallet of found) {
    let id = wallet.id
    for (let number = 2; ids.has(id); number++) id = `${wallet.id}:${number}`
    ids.set(id, wallet)
  }
  return ids
}
