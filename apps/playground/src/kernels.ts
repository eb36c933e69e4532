import { bitcoin, regtest } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { evm } from '@latchkey/evm'
import { coinbaseWallet, ledger, okx } from '@latchkey/evm/connectors'
import { preview } from '@latchkey/feature-preview'
import { send } from '@latchkey/feature-send'
import { browserStore, serverStore, siwx } from '@latchkey/feature-siwx'
import { createKernel } from '@latchkey/kernel'
import { polkadot } from '@latchkey/polkadot'
import { defineSolanaNetwork, solana } from '@latchkey/solana'
import { walletconnect } from '@latchkey/walletconnect'
import { wallets } from '@latchkey/wallets'
import type { Features } from './features.js'
import { toChains, type World } from './world.js'

/** A chain that this world has not is left out; evm is always there. */
const chainPlugins = ({ solana: sol, bitcoin: btc, polkadot: dot, cosmos: atom }: World) => [
  ...(sol
    ? [
        solana({
          networks: [
            defineSolanaNetwork({
              genesisHash: sol.genesisHash,
              chain: 'solana:localnet',
              name: 'Solana Local',
              rpcUrls: [sol.url],
              wsUrl: sol.wsUrl,
              testnet: true,
            }),
          ],
        }),
      ]
    : []),
  ...(btc ? [bitcoin({ networks: [{ ...regtest, rpcUrls: [btc.url] }] })] : []),
  ...(dot ? [polkadot({ networks: [dot] })] : []),
  ...(atom
    ? [
        cosmos({
          networks: [
            {
              chainId: atom.chainId,
              name: 'Cosmos Local',
              bech32Prefix: 'cosmos',
              gasPrice: '0.025',
              nativeCurrency: { symbol: 'ATOM', denom: 'uatom', decimals: 6 },
              rpcUrls: [atom.url],
              testnet: true,
            },
          ],
        }),
      ]
    : []),
]

/** Sending on every chain that this world has, and the rest as the settings say. Sessions are kept by the server, where the world has one. */
const featurePlugins = (world: World, features: Features) => [
  send({ namespaces: ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] }),
  preview({ hostRequests: features.hostPreviews }),
  ...(features.siwx === 'off'
    ? []
    : [
        siwx({
          store: world.siwx ? serverStore({ url: world.siwx }) : browserStore(),
          required: features.siwx === 'required',
          statement: 'Sign in to the Latchkey playground.',
        }),
      ]),
]

/** Wallets that open apps and windows. */
const linkedPlugins = ({ linkedWallets }: Features) =>
  linkedWallets ? [coinbaseWallet(), okx(), ledger()] : []

/** One modal of the page. Everything a host needs stands here; a world without a relay has no WalletConnect row. */
export const makeKernel = (id: string, name: string, world: World, features: Features) =>
  createKernel({
    id,
    metadata: { name },
    plugins: [
      evm({ networks: toChains(world) }),
      walletconnect(world.relay ? { relayUrl: world.relay } : {}),
      ...chainPlugins(world),
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
