import type { Dispose } from '@latchkey/plugin-api'
import { createPlaces, type PageWallet, type Placed, readSafely } from '@latchkey/plugin-api/wallet'
import type { KeplrLike } from './keplr.js'

/** A wallet that this plugin can find. */
export interface Known {
  /** Connector id, unless another wallet claims the same one. */
  id: string
  readonly name: string
  rdns: string
  homepage: string
  /** Path of members from the window to its provider. */
  path: readonly string[]
  /** Window events by which it reports that its keys changed. */
  events: readonly string[]
}

/**
 * The known wallets. Keplr is last, as others put their provider in its place: an object that also
 * stands under another name is that other wallet.
 */
export const known: readonly Known[] = [
  {
    id: 'cosmos.leap',
    name: 'Leap Wallet',
    rdns: 'io.leapwallet.LeapWallet',
    homepage: 'https://www.leapwallet.io',
    path: ['leap'],
    events: ['leap_keystorechange'],
  },
  {
    id: 'cosmos.cosmostation',
    name: 'Cosmostation Wallet',
    rdns: 'io.cosmostation',
    homepage: 'https://www.cosmostation.io',
    path: ['cosmostation', 'providers', 'keplr'],
    events: ['cosmostation_keystorechange', 'keplr_keystorechange'],
  },
  {
    id: 'cosmos.okx',
    name: 'OKX Wallet',
    rdns: 'com.okex.wallet',
    homepage: 'https://www.okx.com/web3',
    path: ['okxwallet', 'keplr'],
    events: ['okxwallet_keystorechange', 'keplr_keystorechange'],
  },
  {
    id: 'cosmos.keplr',
    name: 'Keplr',
    rdns: 'app.keplr',
    homepage: 'https://www.keplr.app',
    path: ['keplr'],
    events: ['keplr_keystorechange'],
  },
]

/**
 * The provider at the end of a path, if it is one of Keplr's kind. The page may hold anything there,
 * such as a proxy or a getter that throws.
 */
export const findWallet = (target: object, path: readonly string[]): KeplrLike | undefined =>
  readSafely(() => {
    const found = path.reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      target,
    ) as KeplrLike | undefined
    return typeof found?.enable === 'function' && typeof found.getKey === 'function'
      ? found
      : undefined
  })

export interface Found extends Known, PageWallet {
  provider: KeplrLike
}

/** The wallets that are in the page now. One object is one wallet. */
export function findWallets(target: object): readonly Found[] {
  const found: Found[] = []
  for (const wallet of known) {
    const provider = findWallet(target, wallet.path)
    if (provider && !found.some((other) => other.provider === provider))
      found.push({ ...wallet, claim: wallet.id, provider })
  }
  return found
}

/**
 * Finds the wallets of the page with each `search`. A wallet that another script overwrote keeps its
 * place beside the new one, as nobody can tell which of the two is genuine. It loses the place when
 * nothing is left under its name, or when its object turns out to be another wallet.
 */
export function discover(
  target: object,
  onChange: () => void,
): { found(): readonly Placed<Found>[]; search(): void; stop: Dispose } {
  const places = createPlaces<Found>(() => true, onChange)
  const search = (): void => {
    const here = findWallets(target)
    places.leave(
      ({ claim, provider }) =>
        !here.some((one) => one.claim === claim) ||
        here.some((one) => one.provider === provider && one.claim !== claim),
    )
    here.forEach(places.take)
  }
  return { found: places.found, search, stop: places.stop }
}
