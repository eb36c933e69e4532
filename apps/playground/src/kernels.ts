import { evm } from '@latchkey/evm'
import { coinbaseWallet, ledger, okx } from '@latchkey/evm/connectors'
import { preview } from '@latchkey/feature-preview'
import { send } from '@latchkey/feature-send'
import { browserStore, serverStore, siwx } from '@latchkey/feature-siwx'
import { createKernel } from '@latchkey/kernel'
import { walletconnect } from '@latchkey/walletconnect'
import { wallets } from '@latchkey/wallets'
import type { Features } from './features.js'
import { found } from './found.js'
import { toChains, type World } from './world/world.js'

/**
 * The other plugins of this repository, as far as this world has what they need. Their types are
 * not part of the kernel's: the page reaches them through their own files alone.
 */
const foundPlugins = (world: World, features: Features): readonly never[] =>
  found.flatMap(({ plugin }) => plugin(world, features) ?? []) as never[]

/**
 * Creates the feature plugins that the settings name. Sessions are kept by the server if the world
 * has one.
 */
const featurePlugins = (world: World, features: Features) => [
  send({ namespaces: ['eip155', ...found.flatMap(({ namespace }) => namespace ?? [])] }),
  preview({ hostRequests: features.hostPreviews }),
  ...(features.siwx === 'off'
    ? []
    : [
        siwx({
          store: world.siwx ? serverStore({ url: world.siwx }) : browserStore(),
          required: features.siwx === 'required',
          automatic: features.siwx !== 'asked',
          statement: 'Sign in to the Latchkey playground.',
        }),
      ]),
]

/** Connectors that open apps and windows. */
const linkedPlugins = ({ linkedWallets }: Features) =>
  linkedWallets ? [coinbaseWallet(), okx(), ledger()] : []

/**
 * Creates the kernel of one modal with everything that a host needs. WalletConnect is left out in a
 * world without a relay.
 */
export const makeKernel = (id: string, name: string, world: World, features: Features) =>
  createKernel({
    id,
    metadata: { name },
    plugins: [
      evm({ networks: toChains(world) }),
      walletconnect(world.relay ? { relayUrl: world.relay } : {}),
      ...foundPlugins(world, features),
      ...featurePlugins(world, features),
      ...linkedPlugins(features),
    ],
    connectorOrder: 'installed-first',
    directory: wallets(),
  })

export type PlaygroundKernel = ReturnType<typeof makeKernel>

declare module '@latchkey/plugin-api' {
  interface Register {
    kernel: PlaygroundKernel
  }
}
