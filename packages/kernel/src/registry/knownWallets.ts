import type { Inner } from '../inner.js'

/** Whether the host features the wallet, brings it itself, the directory knows it, or the visitor used it lately. */
export function isKnown(
  { options, storage, directoryRdns }: Pick<Inner, 'options' | 'storage' | 'directoryRdns'>,
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
