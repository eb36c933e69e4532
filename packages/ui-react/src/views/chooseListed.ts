import type { KernelPorts } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { isWebLink } from '../kit/Button.js'
import { rankStores } from './rankStores.js'

const EXTENSION = /chrome|firefox|edge|safari|opera/i

const canBeHad = ({ stores = [], homepage }: DirectoryWallet): boolean =>
  rankStores(stores, navigator).length > 0 || isWebLink(homepage)

/** Whether a code leads to this wallet. One that has no link, but an extension, is had by installing it; on a phone each that has no link there. */
function takesCode(wallet: DirectoryWallet, mobile: boolean): boolean {
  const { mobileLink, universalLink, desktopLink, webLink, stores = [] } = wallet
  if (mobileLink ?? universalLink ?? webLink ?? (mobile ? undefined : desktopLink)) return true
  return mobile ? !canBeHad(wallet) : !stores.some(({ store }) => EXTENSION.test(store))
}

/** What a click on a wallet of the directory does: its app opens in the task of the tap where a code is ready, or the view that makes one comes, or the way to get it. */
export function chooseListed(
  wallet: DirectoryWallet,
  wanted: string | undefined,
  { router, views, connectors, options }: KernelPorts,
): void {
  const { mobile } = options.get()
  if (!takesCode(wallet, mobile) || !views.find('ConnectingWalletConnect'))
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
