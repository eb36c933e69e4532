import type { Dispose } from '@latchkey/plugin-api'
import {
  createPlaces,
  readIcon,
  readName,
  type PageWallet,
  type Placed,
} from '@latchkey/plugin-api/wallet'
import {
  listenForStandardWallets,
  readFeature,
  readStandardWallet,
  type StandardWallet,
} from '@latchkey/plugin-api/wallet-standard'
import { OWN } from '../satsConnect/id.js'
import type { Driver } from './drivers/driver.js'
import { readItems, readMember, readText } from './untrusted.js'

/** The code of a connect, loaded when the visitor comes near a wallet. */
export type Code = typeof import('./opening.js')
/** Makes the driver of a wallet, with the code that a connect loads. */
export type MakeDriver = (code: Code) => Driver

/** A wallet's own description, read once and plain data afterwards. */
export interface AnnouncedWallet extends PageWallet {
  icon?: string
  driver: MakeDriver
}

/** Entries of `window.btc_providers` that are read. */
const MAX_ENTRIES = 20_000

const canRequest = (value: unknown): value is Parameters<Code['wbipDriver']>[0] =>
  typeof readMember(value, 'request') === 'function'

/** Reads the value at a path such as `XverseProviders.BitcoinProvider`. */
function readPath(target: unknown, path: string): unknown {
  const names = path.split('.')
  return names.some((name) => ['__proto__', 'prototype', 'constructor'].includes(name))
    ? undefined
    : names.reduce(readMember, target)
}

/** Reads one entry of `window.btc_providers` (WBIP 4). `undefined`: it takes no place. */
export function readEntry(target: unknown, entry: unknown): AnnouncedWallet | undefined {
  const path = readText(readMember(entry, 'id'), 120)
  const name = readName(readMember(entry, 'name'))
  if (!path || !name || !/^[\w$]+(\.[\w$]+){0,3}$/.test(path)) return undefined
  const provider = readPath(target, path)
  const icon = readIcon(readMember(entry, 'icon'))
  return canRequest(provider)
    ? {
        claim: `bitcoin.${path}`,
        name,
        provider,
        driver: ({ wbipDriver }) => wbipDriver(provider),
        ...(icon && { icon }),
      }
    : undefined
}

/**
 * Whether a wallet of the Wallet Standard can be connected for Bitcoin.
 * @param wallet its own object, and its `chains` as they were read
 */
const hasBitcoin = ({
  provider,
  chains,
}: {
  provider: StandardWallet
  chains: readonly string[]
}): boolean =>
  !!readFeature(provider, 'bitcoin:connect') ||
  (!!readFeature(provider, 'standard:connect') &&
    chains.some((chain) => chain.startsWith('bitcoin:')))

/** Reads a wallet of the Wallet Standard. `undefined`: it takes no place. */
export function readStandard(value: unknown): AnnouncedWallet | undefined {
  const wallet = readStandardWallet(value)
  if (!wallet || !hasBitcoin(wallet)) return undefined
  const { name, icon, provider } = wallet
  // Some wallets bring their WBIP provider along, which can do more. It is the same wallet.
  const inner = readMember(
    readMember(readMember(provider, 'features'), 'sats-connect:'),
    'provider',
  )
  return {
    claim: `bitcoin.${name}`,
    name,
    ...(canRequest(inner)
      ? { provider: inner, driver: ({ wbipDriver }: Code) => wbipDriver(inner) }
      : { provider, driver: ({ walletStandardDriver }: Code) => walletStandardDriver(provider) }),
    ...(icon && { icon }),
  }
}

/** One object is one wallet. A wallet in both lists may have another name in each. */
const isSameProvider = (one: AnnouncedWallet, other: AnnouncedWallet): boolean =>
  one.provider === other.provider

export interface Discovery {
  /** The wallets that have a place, the earliest first. */
  found(): readonly Placed<AnnouncedWallet>[]
  /** Reads `window.btc_providers` once more: nothing says when a wallet adds itself to it. */
  readProviderList(): void
  stop: Dispose
}

/**
 * Finds the wallets of a page: those in the list `window.btc_providers` (WBIP 4), and those that
 * announce themselves by the Wallet Standard.
 * @param isKnown whether the host or a directory knows a wallet of this name
 * @param isInjected whether a provider is listed already, under the name of its own global
 * @param onChange called once a task, however many announce themselves
 */
export function discover(
  target: Window,
  isKnown: (name: string) => boolean,
  isInjected: (provider: object) => boolean,
  onChange: () => void,
): Discovery {
  const places = createPlaces<AnnouncedWallet>(
    ({ name }) => isKnown(name),
    onChange,
    isSameProvider,
  )
  const take = (announced: AnnouncedWallet): boolean =>
    readMember(announced.provider, OWN) !== true &&
    !isInjected(announced.provider) &&
    places.take(announced)
  const readProviderList = (): void => {
    for (const entry of readItems(readMember(target, 'btc_providers'), MAX_ENTRIES) ?? []) {
      const announced = readEntry(target, entry)
      if (announced) take(announced)
    }
  }
  readProviderList()
  const stopListening = listenForStandardWallets(target, readStandard, {
    take,
    leave: places.leave,
  })
  return {
    found: places.found,
    readProviderList,
    stop() {
      places.stop()
      stopListening()
    },
  }
}
