import type { ResolvedOptions } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { foldName } from './matchNames.js'

/**
 * Whether the host's option `excludedWallets` names this wallet. An entry is a text that may be an
 * id, an rdns or a name, or an object of which one member must match.
 */
export function isExcluded(
  { id, rdns, name }: DirectoryWallet,
  excluded: ResolvedOptions['excludedWallets'] = [],
): boolean {
  return excluded.some((entry) => {
    const match = typeof entry === 'string' ? { id: entry, rdns: entry, name: entry } : entry
    return (
      match.id === id ||
      (!!match.rdns && match.rdns.toLowerCase() === rdns?.toLowerCase()) ||
      (!!match.name && foldName(match.name) === foldName(name))
    )
  })
}
