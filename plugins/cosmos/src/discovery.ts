import type { KeplrLike } from './ask.js'
import { read } from './errors.js'

/** A wallet that this plugin knows how to find. */
export interface Known {
  id: string
  name: string
  rdns: string
  homepage: string
  /** Members that lead to it from the window. */
  path: readonly string[]
  /** Events of the window by which it says that its keys changed. */
  events: readonly string[]
}

/** The last is the one that others imitate: where it is the same object as another, it is that other. */
export const known: readonly Known[] = [
  { id: 'cosmos.leap', name: 'Leap Wallet', rdns: 'io.leapwallet.LeapWallet', homepage: 'https://www.leapwallet.io', path: ['leap'], events: ['leap_keystorechange'] },
  { id: 'cosmos.cosmostation', name: 'Cosmostation Wallet', rdns: 'io.cosmostation', homepage: 'https://www.cosmostation.io', path: ['cosmostation', 'providers', 'keplr'], events: ['cosmostation_keystorechange', 'keplr_keystorechange'] },
  { id: 'cosmos.okx', name: 'OKX Wallet', rdns: 'com.okex.wallet', homepage: 'https://www.okx.com/web3', path: ['okxwallet', 'keplr'], events: ['okxwallet_keystorechange', 'keplr_keystorechange'] },
  { id: 'cosmos.keplr', name: 'Keplr', rdns: 'app.keplr', homepage: 'https://www.keplr.app', path: ['keplr'], events: ['keplr_keystorechange'] },
]

/** The object at the end of a path, if it is a wallet of Keplr's kind. The page may hold anything there: proxies, getters that throw. */
export const findWallet = (target: object, path: readonly string[]): KeplrLike | undefined => read(() => {
  const found = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], target) as KeplrLike | undefined
  return typeof found?.enable === 'function' && typeof found.getKey === 'function' ? found : undefined
})

/** What is on the page now, by id. One object is one wallet, under its own name. */
export function findWallets(target: object): ReadonlyMap<string, Known & { provider: KeplrLike }> {
  const found = new Map<string, Known & { provider: KeplrLike }>()
  for (const wallet of known) {
    const provider = findWallet(target, wallet.path)
    if (provider && ![...found.values()].some((other) => other.provider === provider)) found.set(wallet.id, { ...wallet, provider })
  }
  return found
}
