import type { Dispose } from '@latchkey/plugin-api'
import { createPlaces, type PageWallet, type Placed } from '@latchkey/plugin-api/wallet'
import type { KeplrLike } from './ask.js'
import { read } from './errors.js'

/** A wallet that this plugin knows how to find. */
export interface Known {
  /** Of its connector, where it is the only one that stands there. */
  id: string
  readonly name: string
  rdns: string
  homepage: string
  /** Members that lead to it from the window. */
  path: readonly string[]
  /** Events of the window by which it says that its keys changed. */
  events: readonly string[]
}

/** The last is the one that others imitate: where it is the same object as another, it is that other. */
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

/** The object at the end of a path, if it is a wallet of Keplr's kind. The page may hold anything there: proxies, getters that throw. */
export const findWallet = (target: object, path: readonly string[]): KeplrLike | undefined =>
  read(() => {
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

/** What is on the page now. One object is one wallet, under its own name. */
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
 * The wallets of the page, looked for with each `look`. One that another wrote over keeps its place beside that one, as nobody can tell which of the two is genuine;
 * it goes when nobody stands there any more, or when its object turns out to be another wallet.
 */
export function discover(
  target: object,
  onChange: () => void,
): { found(): readonly Placed<Found>[]; look(): void; stop: Dispose } {
  const places = createPlaces<Found>(() => true, onChange)
  const look = (): void => {
    const here = findWallets(target)
    places.leave(
      ({ claim, provider }) =>
        !here.some((one) => one.claim === claim) ||
        here.some((one) => one.provider === provider && one.claim !== claim),
    )
    here.forEach(places.take)
  }
  return { found: places.found, look, stop: places.stop }
}
