import type { KernelCore } from '../core.js'

/**
 * Whether a wallet of that rdns is known: the host lists it, the directory has it, or the visitor
 * used it recently.
 */
export function isKnown(
  { options, storage, directoryRdns }: Pick<KernelCore, 'options' | 'storage' | 'directoryRdns'>,
  rdns: string,
): boolean {
  const wanted = rdns.toLowerCase()
  const { featuredWallets = [], customWallets = [] } = options.get()
  return (
    directoryRdns.has(wanted) ||
    [...featuredWallets, ...customWallets, ...(storage.get('recentWallets') ?? [])].some(
      (wallet) => (typeof wallet === 'string' ? wallet : wallet.rdns)?.toLowerCase() === wanted,
    )
  )
}
