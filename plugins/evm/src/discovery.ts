import type { Dispose } from '@latchkey/plugin-api'
import type { Eip1193Provider } from './ask.js'

/** What an announcement says, read once and plain afterwards. */
export interface Announced {
  uuid: string
  name: string
  icon?: string
  rdns: string
  provider: Eip1193Provider
}

/** The first well-formed strangers that stay; one more place is the latest one's. */
const PLACES = 100
const NAME_LENGTH = 64

const text = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= most * 8
    // Control and direction characters could rewrite what stands around the name.
    ? value.replace(/[\p{Cc}\p{Cf}]/gu, '').trim().slice(0, most) || undefined
    : undefined

/** Reads an announcement (EIP-6963), whatever it is. `undefined`: it takes no place. */
export function readAnnouncement(event: Event): Announced | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: Eip1193Provider }>).detail
    const { uuid, name, icon, rdns } = info
    const plain = { uuid: text(uuid, 64), name: text(name, NAME_LENGTH), rdns: text(rdns, 253) }
    if (!plain.uuid || !plain.name || !plain.rdns || !/^[\w-]+(\.[\w-]+)+$/.test(plain.rdns)) return undefined
    if (typeof provider.request !== 'function' || !['function', 'undefined'].includes(typeof provider.on)) return undefined
    const picture = typeof icon === 'string' && icon.length < 200_000 && /^(data:image\/|https:\/\/)/.test(icon.trim()) ? { icon: icon.trim() } : {}
    return { uuid: plain.uuid, name: plain.name, rdns: plain.rdns, provider, ...picture }
  } catch {
    return undefined
  }
}

export interface Discovery {
  /** Those that have a place, the earliest first. */
  found(): readonly Announced[]
  stop: Dispose
}

type Place = Announced & { known: boolean }

/** Whose place one that must have one gets: the latest stranger's. */
const latestStranger = (places: ReadonlyMap<string, Place>): string | undefined => [...places].findLast(([, { known }]) => !known)?.[0]

/** Takes in what was announced, if it has a place. @returns whether it has */
function admit(places: Map<string, Place>, announced: Announced, isKnown: (rdns: string) => boolean): boolean {
  const all = [...places.values()]
  // Some wallets announce the same provider again under another id.
  if (places.has(announced.uuid) || all.some(({ provider, rdns }) => provider === announced.provider && rdns === announced.rdns)) return false
  // The second of a known name is a stranger: else whoever repeats that name would take every place.
  const known = !all.some(({ rdns }) => rdns === announced.rdns) && isKnown(announced.rdns)
  if (places.size > PLACES) {
    const leaving = latestStranger(places)
    if (leaving === undefined || (!known && all.filter((place) => !place.known).length <= PLACES)) return false
    places.delete(leaving)
  }
  places.set(announced.uuid, { ...announced, known })
  return true
}

/**
 * Listens for EIP-6963 wallets, and asks for them. Nobody can crowd out the first hundred, nor the one who came last;
 * one that `isKnown` always gets a place, the latest stranger's. `onChange` is called once a task, however many announce.
 */
export function discover(target: Window, isKnown: (rdns: string) => boolean, onChange: () => void): Discovery {
  const places = new Map<string, Place>()
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
  const listen = (event: Event): void => {
    const announced = readAnnouncement(event)
    if (announced && admit(places, announced, isKnown)) tell()
  }
  target.addEventListener('eip6963:announceProvider', listen)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  const stop = (): void => {
    stopped = true
    target.removeEventListener('eip6963:announceProvider', listen)
  }
  return { found: () => [...places.values()], stop }
}

/** Gives each wallet a stable id: its rdns; a second one of that rdns gets its uuid added. */
export const idsOf = (found: readonly Announced[]): Map<string, Announced> => {
  const ids = new Map<string, Announced>()
  for (const wallet of found) ids.set(ids.has(wallet.rdns) ? `${wallet.rdns}:${wallet.uuid}` : wallet.rdns, wallet)
  return ids
}
