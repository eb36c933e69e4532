import type { Connector } from '@latchkey/plugin-api'
import type { DirectoryWallet, WalletMatch } from '../../types.js'

const GENERIC = 'browser wallet'

/** What is shown: without characters that hide or turn text, in one line. */
export const displayName = ({ name, rdns, id }: Pick<Connector, 'name' | 'rdns' | 'id'>): string => {
  const shown = String(name).slice(0, 200).replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/\s+/g, ' ').trim().slice(0, 64)
  return shown === 'Trust Wallet' ? 'Trust' : shown || rdns || id
}
/** Two names with one key look alike. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Finds out whether a connector is one of a host's list; an entry that is a text is an id, an rdns or a name. */
export interface Matcher {
  has(connector: Connector): boolean
  /** Place in the list, -1 if it is not in it. */
  indexOf(connector: Connector): number
}

export function createMatcher(list: readonly (WalletMatch | string)[], known?: ReadonlyMap<string, DirectoryWallet>): Matcher {
  const ids = new Map<string, number>()
  const rdnses = new Map<string, number>()
  const names = new Map<string, number>()
  const note = (map: Map<string, number>, key: string | undefined, index: number): void => {
    if (key && !map.has(key)) map.set(key, index)
  }
  list.forEach((entry, index) => {
    const { id, rdns, name } = typeof entry === 'string' ? { id: entry, rdns: entry, name: entry } : entry
    // What the directory knows by this id counts too.
    for (const match of [{ id, rdns, name }, id === undefined ? undefined : known?.get(id)]) {
      note(ids, match?.id, index)
      note(rdnses, match?.rdns?.toLowerCase(), index)
      note(names, match?.name && nameKey(displayName({ name: match.name, id: '' })), index)
    }
  })
  const indexOf = (connector: Connector): number => {
    const { id, explorerId = id, rdns } = connector
    const found = [ids.get(id), ids.get(explorerId), rdns && rdnses.get(rdns.toLowerCase()), names.get(nameKey(displayName(connector)))]
    const least = Math.min(...found.filter((index) => typeof index === 'number'))
    return Number.isFinite(least) ? least : -1
  }
  return { indexOf, has: (connector) => indexOf(connector) >= 0 }
}

/** The nameless page wallet says nothing on a desktop; on a phone it is the wallet whose browser this is, if there is one. */
export const isHiddenGeneric = (connector: Connector, mobile: boolean, installed: boolean): boolean =>
  nameKey(displayName(connector)) === GENERIC && !(mobile && (connector.rdns || installed))
