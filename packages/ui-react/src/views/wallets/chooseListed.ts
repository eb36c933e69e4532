import { isWebLink } from '@latchkey/plugin-api/explorer'
import type { KernelPorts } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { rankStores } from '../help/storesHere.js'

const EXTENSION = /chrome|firefox|edge|safari|opera/i

const canBeInstalled = ({ stores = [], homepage }: DirectoryWallet): boolean =>
  rankStores(stores, navigator).length > 0 || isWebLink(homepage)

/**
 * Whether a QR code or link reaches this wallet. A wallet without a link but with an extension has
 * to be installed; on a phone, so has each wallet without a mobile link.
 */
function isReachedByLink(wallet: DirectoryWallet, mobile: boolean): boolean {
  const { mobileLink, universalLink, desktopLink, webLink, stores = [] } = wallet
  if (mobileLink ?? universalLink ?? webLink ?? (mobile ? undefined : desktopLink)) return true
  return mobile ? !canBeInstalled(wallet) : !stores.some(({ store }) => EXTENSION.test(store))
}

/**
 * Handles a click on a wallet of the directory: its app opens in the task of the tap if a link is
 * ready; else the view that makes one opens, or the view that says where to get the wallet.
 */
export function chooseListed(
  wallet: DirectoryWallet,
  wanted: string | undefined,
  { router, views, connectors, options }: KernelPorts,
): void {
  const { mobile } = options.get()
  if (!isReachedByLink(wallet, mobile) || !views.find('ConnectingWalletConnect'))
    return router.push('ConnectingExternal', { walletId: wallet.id, wallet })
  const relay = connectors.get().find(({ value }) => value.kind === 'walletConnect')?.value
  const isOpened = mobile && wanted === undefined && relay?.handOver?.(wallet) === true
  router.push('ConnectingWalletConnect', {
    walletId: wallet.id,
    wallet,
    isOpened,
    ...(wanted !== undefined && { namespaces: [wanted] }),
  })
}
