import type { Connector } from '@latchkey/plugin-api'
import { nameKey, shownName, spellingOf } from '@latchkey/plugin-api/wallet'
import type { DirectoryWallet, WalletMatch } from '../../types.js'

/** A connector's name as it is shown: in one line, without characters that hide or turn text. */
export const displayName = ({
  name,
  rdns,
  id,
}: Pick<Connector, 'name' | 'rdns' | 'id'>): string => {
  const shown = shownName(String(name))
  return shown === 'Trust Wallet' ? 'Trust' : shown || rdns || id
}
const [TRUST, TRUST_WALLET] = ['Trust', 'Trust Wallet'].map(nameKey) as [string, string]

/**
 * A key that is equal for names that look alike. "Trust Wallet" is shown as "Trust", so both have one
 * key.
 */
export const looksOf = (name: string): string => {
  const key = nameKey(name)
  return key === TRUST_WALLET ? TRUST : key
}
/** The spelling of a shown name, which tells names apart that look alike. */
export const spelledAs = (name: string): string => spellingOf(displayName({ name, id: '' }))
/**
 * The key of a wallet's row: connectors of different namespaces with one key are one wallet.
 * Look-alikes are found by {@link looksOf}.
 */
export const rowKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Whether a view whose parameters name a row or a connector is about the wallet of that connector. */
export function isOfWallet(connector: Connector, params: unknown): boolean {
  const { walletId, wallet } = (params ?? {}) as { walletId?: unknown; wallet?: unknown }
  const { id, explorerId } = connector
  const key = rowKey(displayName(connector))
  // With a wallet of the directory the view says where to get that one.
  return !wallet && [id, explorerId, key, `${key}#${id}`].some((each) => each === walletId)
}

const isMatch = ({ id, rdns, name }: WalletMatch, key: string, connector: Connector): boolean =>
  (!!id && (id === connector.id || id === connector.explorerId)) ||
  (!!rdns && rdns.toLowerCase() === connector.rdns?.toLowerCase()) ||
  (!!name && rowKey(displayName({ name, id: '' })) === key)

/**
 * The position of a connector in a host's list, `Infinity` if it is not in it. An entry that is a text
 * is an id, an rdns or a name. An entry with an id also matches by what the directory knows of that id.
 * @param key of the connector's row
 */
export function placeIn(
  list: readonly (WalletMatch | string)[] = [],
  key: string,
  connector: Connector,
  known?: ReadonlyMap<string, DirectoryWallet>,
): number {
  const place = list.findIndex((entry) => {
    const match = typeof entry === 'string' ? { id: entry, rdns: entry, name: entry } : entry
    return (
      isMatch(match, key, connector) || isMatch(known?.get(match.id ?? '') ?? {}, key, connector)
    )
  })
  return place < 0 ? Infinity : place
}
