import type { ResolvedOptions } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { fold } from './fold.js'

/** Whether the site wants a listed wallet left out: by its id, its rdns or its name. */
export function isExcluded(
  { id, rdns, name }: DirectoryWallet,
  excluded: ResolvedOptions['excludedWallets'] = [],
): boolean {
  return excluded.some((entry) => {
    const match = typeof entry === 'string' ? { id: entry, rdns: entry, name: entry } : entry
    return (
      match.id === id ||
      (!!match.rdns && match.rdns.toLowerCase() === rdns?.toLowerCase()) ||
      (!!match.name && fold(match.name) === fold(name))
    )
  })
}
