import type { Dispose } from '@latchkey/plugin-api'
import {
  createPlaces,
  readIcon,
  readName,
  type PageWallet,
  type Placed,
} from '@latchkey/plugin-api/wallet'
import type { Eip1193Provider } from './ask.js'

/** What an announcement says, read once and plain afterwards. */
export interface Announced extends PageWallet {
  uuid: string
  icon?: string
  rdns: string
  provider: Eip1193Provider
}

/** Reads an announcement (EIP-6963), whatever it is. `undefined`: it takes no place. */
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

export interface Discovery {
  /** Those that have a place, the earliest first. */
  found(): readonly Placed<Announced>[]
  stop: Dispose
}

/** Listens for EIP-6963 wallets, and asks for them. `onChange` is called once a task, however many announce. */
export function discover(
  target: Window,
  isKnown: (rdns: string) => boolean,
  onChange: () => void,
): Discovery {
  const { found, take, stop } = createPlaces<Announced>(({ rdns }) => isKnown(rdns), onChange)
  const listen = (event: Event): void => {
    const announced = readAnnouncement(event)
    if (announced) take(announced)
  }
  target.addEventListener('eip6963:announceProvider', listen)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  return {
    found,
    stop() {
      stop()
      target.removeEventListener('eip6963:announceProvider', listen)
    },
  }
}
