import type { KernelPorts, WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { isExcluded } from './isExcluded.js'
import { isListed, listedNames } from './listedNames.js'
import { foldName } from './matchNames.js'

/**
 * Loads the wallets that the site features. The answer is filtered, because a directory may return
 * more than it was asked for.
 */
async function loadFeatured({ options, late }: KernelPorts): Promise<readonly DirectoryWallet[]> {
  const { featuredWallets = [], directory } = options.get()
  const include = featuredWallets.map((match) =>
    typeof match === 'string' ? match : (match.id ?? match.rdns ?? match.name ?? ''),
  )
  if (!directory || !include.length) return []
  // If the directory fails, the site's own wallets are still listed.
  const { wallets } = await (
    await late.load()
  )
    .directory({ page: 1, count: include.length, include })
    .catch(() => ({ wallets: [] }))
  return wallets.filter((wallet) => isExcluded(wallet, featuredWallets))
}

/**
 * Wallets that the page itself cannot reach and that come before the rest of the directory: the
 * featured ones and the site's own, if they serve the wanted chain families.
 */
export async function loadPromotedWallets(
  ports: KernelPorts,
  rows: readonly WalletRow[],
  wanted: string | undefined,
): Promise<readonly DirectoryWallet[]> {
  const featured = await loadFeatured(ports)
  const { customWallets = [], excludedWallets } = ports.options.get()
  const families =
    wanted === undefined
      ? ports.adapters.get().map(({ value: { namespace } }) => namespace)
      : [wanted]
  const own = listedNames(rows)
  const isOtherFamily = ({ namespaces: its = [] }: DirectoryWallet): boolean =>
    families.length > 0 && its.length > 0 && !its.some((each) => families.includes(each))
  const shown = [...featured, ...customWallets].filter(
    (wallet) =>
      !isListed(own, wallet) && !isOtherFamily(wallet) && !isExcluded(wallet, excludedWallets),
  )
  return [...new Map(shown.map((wallet) => [foldName(wallet.name), wallet])).values()]
}
