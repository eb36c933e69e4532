import type { DemoWallet } from './wallet/wallet.js'
import { loadWorld } from './world.js'

/** Takes the link out of the page's address, so that a reload does not use it again. */
function takeLink(): string | undefined {
  const address = new URL(location.href)
  const link = address.searchParams.get('uri')
  if (link === null) return undefined
  address.searchParams.delete('uri')
  history.replaceState(null, '', address)
  return link
}

/**
 * The wallet of the local world, with the link of the page's address already read.
 * @throws when there is no world, or no relay in it
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
