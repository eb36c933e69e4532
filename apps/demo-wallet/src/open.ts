import type { DemoWallet } from './wallet/wallet.js'
import { loadWorld } from './world.js'

/**
 * Reads the link from the page's address and removes it there, so that a reload does not use it
 * again.
 */
function takeLink(): string | undefined {
  const address = new URL(location.href)
  const link = address.searchParams.get('uri')
  if (link === null) return undefined
  address.searchParams.delete('uri')
  history.replaceState(null, '', address)
  return link
}

/**
 * Opens the wallet of the local world, and pairs with the link in the page's address, if there is
 * one.
 * @throws if the world cannot be loaded or has no relay
 */
export async function openWallet(): Promise<DemoWallet> {
  const world = await loadWorld()
  if (world.relay === undefined || world.accounts.length === 0)
    throw new Error(
      'This page was started without a relay or without keys. Start it with "npm run demo".',
    )
  const { DemoWallet } = await import('./wallet/wallet.js')
  const wallet = await DemoWallet.open(world, world.relay)
  const link = takeLink()
  if (link !== undefined) void wallet.pair(link)
  return wallet
}
