import type { Dispose } from '@latchkey/plugin-api'
import {
  createPlaces,
  readIcon,
  readName,
  type PageWallet,
  type Placed,
} from '@latchkey/plugin-api/wallet'
import type { Driver } from './drivers/driver.js'
import { wbipDriver } from './drivers/wbip.js'
import { speaksBitcoin, walletStandardDriver } from './drivers/walletStandard.js'
import { items, member, textOf } from './loose.js'

/** What a wallet says about itself, read once and plain afterwards. */
export interface Announced extends PageWallet {
  icon?: string
  driver(): Driver
}

/** Entries of a list that are looked at. */
const MOST_ENTRIES = 20_000

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'
const canRequest = (value: unknown): value is Parameters<typeof wbipDriver>[0] =>
  typeof member(value, 'request') === 'function'

/** What lies at a path such as `XverseProviders.BitcoinProvider`. */
function resolve(target: unknown, path: string): unknown {
  const names = path.split('.')
  return names.some((name) => ['__proto__', 'prototype', 'constructor'].includes(name))
    ? undefined
    : names.reduce(member, target)
}

/** Reads one entry of `window.btc_providers` (WBIP 4), whatever it is. `undefined`: it takes no place. */
export function readEntry(target: unknown, entry: unknown): Announced | undefined {
  const path = textOf(member(entry, 'id'), 120)
  const name = readName(member(entry, 'name'))
  if (!path || !name || !/^[\w$]+(\.[\w$]+){0,3}$/.test(path)) return undefined
  const provider = resolve(target, path)
  const icon = readIcon(member(entry, 'icon'))
  return canRequest(provider)
    ? {
        claim: `bitcoin.${path}`,
        name,
        provider,
        driver: () => wbipDriver(provider),
        ...(icon && { icon }),
      }
    : undefined
}

/** Reads a wallet of the Wallet Standard, whatever it is. `undefined`: it takes no place. */
export function readStandard(wallet: unknown): Announced | undefined {
  const name = readName(member(wallet, 'name'))
  if (!isObject(wallet) || !name || !speaksBitcoin(wallet)) return undefined
  // Some bring their WBIP provider along, which can do more: it is the same wallet.
  const inner = member(member(member(wallet, 'features'), 'sats-connect:'), 'provider')
  const icon = readIcon(member(wallet, 'icon'))
  return {
    claim: `bitcoin.${name}`,
    name,
    ...(canRequest(inner)
      ? { provider: inner, driver: () => wbipDriver(inner) }
      : { provider: wallet, driver: () => walletStandardDriver(wallet) }),
    ...(icon && { icon }),
  }
}

/** The same object is the same wallet: one that is in both lists may go by another name in each. */
const isSame = (one: Announced, other: Announced): boolean => one.provider === other.provider

export interface Discovery {
  /** Those that have a place, the earliest first. */
  found(): readonly Placed<Announced>[]
  /** Looks once more at what has no event. */
  look(): void
  stop: Dispose
}

/**
 * Finds the wallets of a page: `window.btc_providers`, which has no event and is looked at, and those of the Wallet Standard, which come by event.
 * Objects of `isOther` are known by another name. `onChange` is called once a task, however many announce.
 */
export function discover(
  target: Window,
  isKnown: (name: string) => boolean,
  isOther: (provider: object) => boolean,
  onChange: () => void,
): Discovery {
  const {
    found,
    take: admit,
    leave,
    stop: end,
  } = createPlaces<Announced>(({ name }) => isKnown(name), onChange, isSame)
  const take = (announced: Announced | undefined): boolean =>
    !!announced && !isOther(announced.provider) && admit(announced)
  const look = (): void =>
    items(member(target, 'btc_providers'), MOST_ENTRIES)?.forEach((entry) =>
      take(readEntry(target, entry)),
    )
  const register = (...wallets: readonly unknown[]): Dispose => {
    // Any script may register a wallet of the page again: what it gets takes back only what it brought.
    const mine = new Set(
      items(wallets, MOST_ENTRIES)!
        .flatMap((wallet) => readStandard(wallet) ?? [])
        .filter(take)
        .map(({ provider }) => provider),
    )
    return () => leave(({ provider }) => mine.delete(provider))
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
    end()
    target.removeEventListener('wallet-standard:register-wallet', listen)
  }
  return { found, look, stop }
}
