import { bitcoin, mainnet as bitcoinMainnet } from '@latchkey/bitcoin' // @bitcoin
import { cosmos } from '@latchkey/cosmos' // @cosmos
import { cosmoshub } from '@latchkey/cosmos/networks' // @cosmos
import { evm } from '@latchkey/evm' // @evm
import { activity } from '@latchkey/feature-activity' // @activity
import { assets } from '@latchkey/feature-assets' // @assets
import { preview } from '@latchkey/feature-preview' // @preview
import { send } from '@latchkey/feature-send' // @send
import { browserStore, siwx } from '@latchkey/feature-siwx' // @siwx
import { createKernel } from '@latchkey/kernel'
import { polkadot } from '@latchkey/polkadot' // @polkadot
import { polkadotHub } from '@latchkey/polkadot/networks' // @polkadot
import { solana, solanaMainnet } from '@latchkey/solana' // @solana
import { mainnet, sepolia } from 'viem/chains' // @evm

/**
 * The kernel holds the connection. The networks name public nodes, which see your visitors' addresses:
 * name your own in `rpcUrls` before you publish the page.
 */
export const kernel = createKernel({
  metadata: { name: 'my-latchkey-app' },
  plugins: [
    evm({ networks: [mainnet, sepolia] }), // @evm
    solana({ networks: [solanaMainnet] }), // @solana
    bitcoin({ networks: [bitcoinMainnet] }), // @bitcoin
    polkadot({ networks: [polkadotHub] }), // @polkadot
    cosmos({ networks: [cosmoshub] }), // @cosmos
    send(), // @send
    siwx({ store: browserStore() }), // @siwx
    preview({ hostRequests: true }), // @preview
    assets(), // @assets
    activity(), // @activity
  ],
})

// Tells hooks and composables which plugins there are.
declare module '@latchkey/plugin-api' {
  interface Register {
    kernel: typeof kernel
  }
}
