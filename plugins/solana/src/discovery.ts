import type { Dispose } from '@latchkey/plugin-api'
import { NAMESPACE } from './networks.js'
import { featureOf, textsOf, type StandardWallet } from './standard.js'

/** What a wallet says of itself, read once and plain afterwards. */
export interface Registered {
  name: string
  icon?: string
  wallet: StandardWallet
}

/** The first well-formed strangers that stay; one more place is the latest one's. */
const PLACES = 100
const NAME_LENGTH = 64

const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= NAME_LENGTH * 8
    // Control and direction characters could rewrite what stands around the name.
    ? value.replace(/[\p{Cc}\p{Cf}]/gu, '').trim().slice(0, NAME_LENGTH) || undefined
    : undefined

/** Reads a wallet, whatever it is. `undefined`: it takes no place, as it is malformed or not for Solana. */
export function readWallet(value: unknown): Registered | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    const wallet = value as StandardWallet
    const name = nameOf(wallet.name)
    const { icon } = wallet
    if (!name || !textsOf(wallet.chains).some((chain) => chain.startsWith(`${NAMESPACE}:`)) || !featureOf(wallet, 'standard:connect', 'connect')) return undefined
    const picture = typeof icon === 'string' && icon.length < 200_000 && /^(data:image\/|https:\/\/)/.test(icon.trim()) ? { icon: icon.trim() } : {}
    return { name, wallet, ...picture }
  } catch {
    return undefined
  }
}

export interface Discovery {
  /** Those that have a place, the earliest first. */
  found(): readonly Registered[]
  stop: Dispose
}

type Place = Registered & { known: boolean }

/** Takes in what registered, if it has a place. */
function admit(places: Place[], registered: Registered, isKnown: (name: string) => boolean): boolean {
  if (places.some(({ wallet }) => wallet === registered.wallet)) return false
  // The second of a known name is a stranger: else whoever repeats that name would take every place.
  const known = !places.some(({ name }) => name === registered.name) && isKnown(registered.name)
  if (places.length > PLACES) {
    const leaving = places.findLastIndex((place) => !place.known)
    if (leaving < 0 || (!known && places.filter((place) => !place.known).length <= PLACES)) return false
    places.splice(leaving, 1)
  }
  places.push({ ...registered, known })
  return true
}

type Register = (...wallets: unknown[]) => Dispose

/** The page is given to wallets as `{ register }` once; what they do with it is their affair, and caught. */
function exchange(target: Window, register: Register): Dispose {
  const api = Object.freeze({ register })
  const listen = (event: Event): void => {
    try {
      (event as CustomEvent<(page: typeof api) => unknown>).detail(api)
    } catch {
      // Malformed, or its own failure.
    }
  }
  target.addEventListener('wallet-standard:register-wallet', listen)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => target.removeEventListener('wallet-standard:register-wallet', listen)
}

/**
 * Takes in the wallets that register by the Wallet Standard, and asks for them. Nobody can crowd out the first hundred, nor the one who came last;
 * one that `isKnown` always gets a place, the latest stranger's. `onChange` is called once a task, however many register.
 */
export function discover(target: Window, isKnown: (name: string) => boolean, onChange: () => void): Discovery {
  const places: Place[] = []
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
  const register: Register = (...given) => {
    // One call may bring as many as there are places: a longer list would hold up the page.
    const wallets = given.slice(0, PLACES)
    for (const value of stopped ? [] : wallets) {
      const registered = readWallet(value)
      if (registered && admit(places, registered, isKnown)) tell()
    }
    return () => {
      for (const value of wallets) {
        const index = places.findIndex(({ wallet }) => wallet === value)
        if (index < 0) continue
        places.splice(index, 1)
        tell()
      }
    }
  }
  const leave = exchange(target, register)
  return {
    found: () => [...places],
    stop() {
      stopped = true
      leave()
    },
  }
}

/** Gives each wallet a stable id: by its name, which is all that the standard has; a second one of that name gets a number added. */
export function idsOf(found: readonly Registered[]): Map<string, Registered> {
  const ids = new Map<string, Registered>()
  for (const wallet of found) {
    const id = `${NAMESPACE}:${wallet.name}`
    let count = 1
    while (ids.has(count > 1 ? `${id}:${count}` : id)) count++
    ids.set(count > 1 ? `${id}:${count}` : id, wallet)
  }
  return ids
}
