import type { Connector } from '@latchkey/plugin-api'
import { nameKey, shownName, spellingOf } from '@latchkey/plugin-api/wallet'
import type { DirectoryWallet, WalletMatch } from '../../types.js'

/** What is shown: without characters that hide or turn text, in one line. */
export const displayName = ({
  name,
  rdns,
  id,
}: Pick<Connector, 'name' | 'rdns' | 'id'>): string => {
  const shown = shownName(String(name))
  return shown === 'Trust Wallet' ? 'Trust' : shown || rdns || id
}
const [TRUST, TRUST_WALLET] = ['Trust', 'Trust Wallet'].map(nameKey) as [string, string]

/** What a shown name looks like. "Trust Wallet" is shown as "Trust", so that what looks like either looks like both. */
export const looksOf = (name: string): string => {
  const key = nameKey(name)
  return key === TRUST_WALLET ? TRUST : key
}
/** How a shown name is spelled. */
export const spelledAs = (name: string): string => spellingOf(displayName({ name, id: '' }))
/** Connectors of different namespaces with one key are one wallet. Look-alikes are told by {@link looksOf}. */
export const rowKey = (name: string): string => name.normalize('NFKC').toLowerCase()

const isOne = ({ id, rdns, name }: WalletMatch, key: string, connector: Connector): boolean =>
  (!!id && (id === connector.id || id === connector.explorerId)) ||
  (!!rdns && rdns.toLowerCase() === connector.rdns?.toLowerCase()) ||
  (!!name && rowKey(displayName({ name, id: '' })) === key)

/**
 * Place of a connector in a host's list, `Infinity` if it is not in it. An entry that is a text is an id, an rdns or a name; what the directory knows by an id counts too.
 * @param key of the connector's name
 */
export function placeIn(
  list: readonly (WalletMatch | string)[] = [],
  key: string,
  connector: Connector,
  known?: ReadonlyMap<string, DirectoryWallet>,
): number {
  const place = list.findIndex((entry) => {
    const match = typeof entry === 'string' ? { id: entry, rdns: entry, name: entry } : entry
    return isOne(match, key, connector) || isOne(known?.get(match.id ?? '') ?? {}, key, connector)
  })
  return place < 0 ? Infinity : place
}
