import type { Dispose } from '../json.js'
import { readIcon, readName } from '../wallet/names.js'
import { createPlaces, type PageWallet, type Placed, type Places } from '../wallet/places.js'
import { readSafely } from '../wallet/readSafely.js'
import { readFeature, readTexts, type StandardWallet } from './features.js'

/** Wallets that one call of `register` may bring: a longer list would hold up the page. */
const MAX_PER_CALL = 100

/** A wallet's own description, read once and plain data afterwards. */
export interface AnnouncedWallet extends PageWallet {
  /** The wallet's own object. */
  readonly provider: StandardWallet
  /** `data:image/…` */
  readonly icon?: string
}

type Register = (...wallets: unknown[]) => Dispose

/**
 * Reads the name, icon and chains of a wallet, each once.
 * @returns `undefined` for an object without a readable name, or with a getter that throws
 */
export function readStandardWallet(
  value: unknown,
):
  | (Pick<AnnouncedWallet, 'name' | 'icon' | 'provider'> & { chains: readonly string[] })
  | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return readSafely(() => {
    const provider = value as StandardWallet
    const name = readName(provider.name)
    const icon = readIcon(provider.icon)
    const chains = readTexts(provider.chains)
    return name === undefined ? undefined : { name, provider, chains, ...(icon && { icon }) }
  })
}

/**
 * Takes in the wallets that register themselves on a page, and asks those that are there already to
 * do so. Wallets get `{ register }`. Anything that they throw is caught.
 * Any script may register a wallet of the page again, so what `register` returns takes back only
 * the wallets that this call brought.
 * @param target the page's window
 * @param read reads a wallet, whatever it is. `undefined` or a throw: it takes no place, for example
 * because it is of another chain
 * @param places made with `createPlaces` of `@latchkey/plugin-api/wallet`: its limits hold for a crowd
 * @returns stops listening. Wallets keep their places.
 * @example ctx.onDispose(listenForStandardWallets(window, readWallet, places))
 */
export function listenForStandardWallets<T extends PageWallet>(
  target: EventTarget,
  read: (wallet: unknown) => T | undefined,
  { take, leave }: Pick<Places<T>, 'take' | 'leave'>,
): Dispose {
  const register: Register = (...given) => {
    const brought = new Set<object>()
    for (const wallet of given.slice(0, MAX_PER_CALL)) {
      const found = readSafely(() => read(wallet))
      if (found && take(found)) brought.add(found.provider)
    }
    return () => leave(({ provider }) => brought.delete(provider))
  }
  const api = Object.freeze({ register })
  const listen = (event: Event): void => {
    // The detail is the wallet's own function: it may be missing or throw.
    readSafely(() => (event as CustomEvent<(page: typeof api) => unknown>).detail(api))
  }
  target.addEventListener('wallet-standard:register-wallet', listen)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => target.removeEventListener('wallet-standard:register-wallet', listen)
}

/** The wallets that {@link discoverStandardWallets} found. */
export interface StandardDiscovery {
  /** The wallets that have a place, the earliest first. */
  found(): readonly Placed<AnnouncedWallet>[]
  /** Stops listening. Wallets that register afterwards are ignored. */
  stop: Dispose
}
/** Options of {@link discoverStandardWallets}. */
export interface StandardDiscoveryOptions {
  /** The page's window. */
  target: EventTarget
  /**
   * The first part of connector ids and of the chains that a wallet must name one of: `solana`, for
   * `solana:mainnet`.
   */
  namespace: string
  /** Whether the host or a directory knows a wallet of this name: a crowd cannot displace it. */
  isKnown(name: string): boolean
  /** Called once a task, however many wallets come or go. */
  onChange(): void
}

/**
 * Finds the wallets of one namespace on a page: those that name one of its chains and can be
 * connected by `standard:connect`. The standard has no id, so a wallet is known by its name.
 * @example const { found, stop } = discoverStandardWallets({ target: window, namespace: 'solana',
 * isKnown: (name) => ctx.connectors.isKnown({ rdns: name }), onChange: () => sync() })
 */
export function discoverStandardWallets({
  target,
  namespace,
  isKnown,
  onChange,
}: StandardDiscoveryOptions): StandardDiscovery {
  const places = createPlaces<AnnouncedWallet>(({ name }) => isKnown(name), onChange)
  const stopListening = listenForStandardWallets(
    target,
    (value) => {
      const found = readStandardWallet(value)
      if (!found || !readFeature(found.provider, 'standard:connect')) return undefined
      const { chains, ...wallet } = found
      return chains.some((chain) => chain.startsWith(`${namespace}:`))
        ? { ...wallet, claim: `${namespace}:${wallet.name}` }
        : undefined
    },
    places,
  )
  return {
    found: places.found,
    stop() {
      places.stop()
      stopListening()
    },
  }
}
