import type { KernelPorts } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'

const EXTENSION = /chrome|firefox|edge|safari|opera/i

/** Whether a code leads to this wallet. One that has no link, but an extension, is had by installing it. */
const takesCode = ({ mobileLink, universalLink, desktopLink, webLink, stores = [] }: DirectoryWallet): boolean =>
  !!(mobileLink ?? universalLink ?? desktopLink ?? webLink) || !stores.some(({ store }) => EXTENSION.test(store))

/** What a click on a wallet of the directory does: its app opens in the task of the tap where a code is ready, or the view that makes one comes, or the way to get it. */
export function chooseListed(wallet: DirectoryWallet, wanted: string | undefined, { router, views, connectors, options }: KernelPorts): void {
  if (!takesCode(wallet) || !views.find('ConnectingWalletConnect')) return router.push('ConnectingExternal', { walletId: wallet.id, wallet })
  const relay = connectors.get().find(({ value }) => value.kind === 'walletConnect')?.value
  const isOpened = options.get().mobile && wanted === undefined && relay?.handOver?.(wallet) === true
  router.push('ConnectingWalletConnect', { walletId: wallet.id, wallet, isOpened, ...(wanted !== undefined && { namespaces: [wanted] }) })
}
