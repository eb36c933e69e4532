import type { DirectoryWallet, KernelOptions } from '@latchkey/kernel'
import type { Scenes } from './types.js'
import { BITCOIN, EVERYWHERE, EVM, iconOf, SOLANA } from '../world/chains.js'
import { fail, FakeWallet, forever, wallets } from '../world/wallets.js'

const STORES = [
  { store: 'chrome', url: 'https://chrome.example' },
  { store: 'ios', url: 'https://apple.example' },
  { store: 'android', url: 'https://play.example' },
]
const offered: DirectoryWallet[] = ['Fox', 'Acorn', 'Ladder', 'Harbour', 'Lantern', 'Kite'].map(
  (name, index) => ({
    id: name,
    name,
    stores: STORES,
    homepage: 'https://wallet.example',
    namespaces: index % 2 ? [EVM, SOLANA] : [EVM],
    imageUrl: iconOf(['#e8821e', '#12b76a', '#3396ff'][index % 3]!),
  }),
)
const directory: KernelOptions['directory'] = async () => ({
  wallets: offered,
  total: offered.length,
})
/** A directory of the greatest length. Only visible rows are drawn. */
const endless: KernelOptions['directory'] = async ({ page, count }) => ({
  wallets: Array.from({ length: Math.min(count, 10_000 - (page - 1) * count) }, (_, index) => ({
    id: `w${(page - 1) * count + index}`,
    name: `Wallet ${(page - 1) * count + index + 1}`,
  })),
  total: 10_000,
})
const everywhere = wallets(() => new FakeWallet('rabby', EVERYWHERE)).map((each) =>
  each.id === 'rabby' ? { ...each, namespaces: [EVM, SOLANA, BITCOIN] } : each,
)

/** Scenes of the help views, of a long wallet list and of Receive. */
export const helpScenes: Scenes = {
  WhatIsWallet: { shows: 'It holds your keys' },
  WhatIsNetwork: { shows: 'Switching moves nothing', connected: true },
  GetAWallet: { shows: 'Harbour', world: { options: { directory } } },
  'GetAWallet / loading': {
    loading: true,
    shows: 'Get a wallet',
    world: { options: { directory: forever } },
  },
  'GetAWallet / none': {
    shows: 'No wallet to suggest',
    world: { connectors: [], options: { directory: async () => ({ wallets: [], total: 0 }) } },
  },
  'GetAWallet / failed': {
    shows: 'could not be loaded',
    world: { options: { directory: fail(new Error('away')) } },
  },
  'ConnectingExternal / where to get one of the list': {
    shows: 'Get Fox',
    world: { options: { directory } },
    async play({ kernel, press }) {
      kernel.open('GetAWallet')
      await press(/^Fox/)
    },
  },
  'AllWallets / ten thousand': { shows: 'Wallet 1', world: { options: { directory: endless } } },
  Receive: { shows: 'Send to this address only on', connected: true },
  'Receive / one wallet on three chains': {
    shows: 'Bitcoin',
    connected: true,
    world: { connectors: everywhere },
  },
  'Receive / nobody': { shows: 'Connect a wallet to see the address' },
  'Account / offline': { shows: 'You are offline', connected: true, offline: true },
}
