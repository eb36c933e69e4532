import type { Dispose } from '@latchkey/plugin-api'
import {
  createPlaces,
  readIcon,
  readName,
  type PageWallet,
  type Placed,
} from '@latchkey/plugin-api/wallet'
import { NAMESPACE } from './networks.js'
import { featureOf, textsOf, type StandardWallet } from './standard.js'

/** What a wallet says of itself, read once and plain afterwards. */
export interface Registered extends PageWallet {
  icon?: string
  provider: StandardWallet
}

/** Wallets that one call may bring: a longer list would hold up the page. */
const MOST = 100

/** Reads a wallet, whatever it is. `undefined`: it takes no place, as it is malformed or not for Solana. */
export function readWallet(value: unknown): Registered | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    const wallet = value as StandardWallet
    const name = readName(wallet.name)
    const icon = readIcon(wallet.icon)
    if (
      !name ||
      !textsOf(wallet.chains).some((chain) => chain.startsWith(`${NAMESPACE}:`)) ||
      !featureOf(wallet, 'standard:connect', 'connect')
    )
      return undefined
    // The standard has no id: a wallet is known by its name.
    return { name, provider: wallet, claim: `${NAMESPACE}:${name}`, ...(icon && { icon }) }
  } catch {
    return undefined
  }
}

export interface Discovery {
  /** Those that have a place, the earliest first. */
  found(): readonly Placed<Registered>[]
  stop: Dispose
}

type Register = (...wallets: unknown[]) => Dispose

/** The page is given to wallets as `{ register }` once; what they do with it is their affair, and caught. */
function exchange(target: Window, register: Register): Dispose {
  const api = Object.freeze({ register })
  const listen = (event: Event): void => {
    try {
      ;(event as CustomEvent<(page: typeof api) => unknown>).detail(api)
    } catch {
      // Malformed, or its own failure.
    }
  }
  target.addEventListener('wallet-standard:register-wallet', listen)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => target.removeEventListener('wallet-standard:register-wallet', listen)
}

/** Takes in the wallets that register by the Wallet Standard, and asks for them. `onChange` is called once a task, however many register. */
export function discover(
  target: Window,
  isKnown: (name: string) => boolean,
  onChange: () => void,
): Discovery {
  const { found, take, leave, stop } = createPlaces<Registered>(
    ({ name }) => isKnown(name),
    onChange,
  )
  const register: Register = (...given) => {
    // Any script may register a wallet of the page again: what it gets takes back only what it brought.
    const mine = new Set(
      given.slice(0, MOST).flatMap((value) => {
        const registered = readWallet(value)
        return registered && take(registered) ? [registered.provider] : []
      }),
    )
    return () => leave(({ provider }) => mine.delete(provider))
  }
  const end = exchange(target, register)
  return {
    found,
    stop() {
      stop()
      end()
    },
  }
}
