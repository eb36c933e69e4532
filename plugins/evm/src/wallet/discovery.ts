import type { Dispose } from '@latchkey/plugin-api'
import {
  createPlaces,
  readIcon,
  readName,
  type PageWallet,
  type Placed,
} from '@latchkey/plugin-api/wallet'
import type { Eip1193Provider } from './ask.js'

/** A wallet as it announced itself: read once, as plain data. */
export interface Announced extends PageWallet {
  uuid: string
  icon?: string
  rdns: string
  provider: Eip1193Provider
}

/** Reads an announcement (EIP-6963). `undefined` for a malformed one, which gets no place. */
export function readAnnouncement(event: Event): Announced | undefined {
  try {
    const { info, provider } = (
      event as CustomEvent<{ info: Record<string, unknown>; provider: Eip1193Provider }>
    ).detail
    const { uuid: givenUuid, name: givenName, icon: givenIcon, rdns: givenRdns } = info
    const [uuid, name, rdns] = [readName(givenUuid), readName(givenName), readName(givenRdns, 253)]
    if (!uuid || !name || !rdns || !/^[\w-]+(\.[\w-]+)+$/.test(rdns)) return undefined
    if (
      typeof provider.request !== 'function' ||
      !['function', 'undefined'].includes(typeof provider.on)
    )
      return undefined
    const icon = readIcon(givenIcon)
    return { uuid, name, rdns, provider, claim: rdns, suffix: uuid, ...(icon && { icon }) }
  } catch {
    return undefined
  }
}

/** The announced wallets of a page. */
export interface Discovery {
  /** Wallets that have a place, the earliest first. */
  found(): readonly Placed<Announced>[]
  stop: Dispose
}

/**
 * Listens for wallets that announce themselves (EIP-6963), and asks them to.
 * @param onChange called once a microtask, however many announce themselves
 */
export function discover(
  target: Window,
  isKnown: (rdns: string) => boolean,
  onChange: () => void,
): Discovery {
  const { found, take, stop } = createPlaces<Announced>(({ rdns }) => isKnown(rdns), onChange)
  const onAnnounce = (event: Event): void => {
    const announced = readAnnouncement(event)
    if (announced) take(announced)
  }
  target.addEventListener('eip6963:announceProvider', onAnnounce)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  return {
    found,
    stop() {
      stop()
      target.removeEventListener('eip6963:announceProvider', onAnnounce)
    },
  }
}
