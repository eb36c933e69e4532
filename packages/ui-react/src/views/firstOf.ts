import type { KernelPorts, WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { fold } from './fold.js'
import { isExcluded } from './isExcluded.js'
import { isNamed, namesOf } from './namesOf.js'

/** The wallets of the directory that the site features. A directory may answer more than it was asked for. */
async function featuredOf({ options, late }: KernelPorts): Promise<readonly DirectoryWallet[]> {
  const { featuredWallets = [], directory } = options.get()
  const include = featuredWallets.map((match) =>
    typeof match === 'string' ? match : (match.id ?? match.rdns ?? match.name ?? ''),
  )
  if (!directory || !include.length) return []
  // Without them there are still the site's own.
  const { wallets } = await (
    await late.load()
  )
    .directory({ page: 1, count: include.length, include })
    .catch(() => ({ wallets: [] }))
  return wallets.filter((wallet) => isExcluded(wallet, featuredWallets))
}

/** Wallets that the page has no way to and that stand before the directory's others: the featured ones and the site's own, as far as they speak to what is wanted. */
export async function firstOf(
  ports: KernelPorts,
  rows: readonly WalletRow[],
  wanted: string | undefined,
): Promise<readonly DirectoryWallet[]> {
  const featured = await featuredOf(ports)
  const { customWallets = [], excludedWallets } = ports.options.get()
  const families =
    wanted === undefined
      ? ports.adapters.get().map(({ value: { namespace } }) => namespace)
      : [wanted]
  const own = namesOf(rows)
  const isStrange = ({ namespaces: its = [] }: DirectoryWallet): boolean =>
    families.length > 0 && its.length > 0 && !its.some((each) => families.includes(each))
  const shown = [...featured, ...customWallets].filter(
    (wallet) => !isNamed(own, wallet) && !isStrange(wallet) && !isExcluded(wallet, excludedWallets),
  )
  return [...new Map(shown.map((wallet) => [fold(wallet.name), wallet])).values()]
}
