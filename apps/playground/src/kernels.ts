import { bitcoin, regtest } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { polkadot } from '@latchkey/polkadot'
import { defineSolanaNetwork, solana } from '@latchkey/solana'
import { walletconnect } from '@latchkey/walletconnect'
import { wallets } from '@latchkey/wallets'
import { toChains, type World } from './world.js'

/** A chain that this world has not is left out; evm is always there. */
const chainPlugins = ({ solana: sol, bitcoin: btc, polkadot: dot, cosmos: atom }: World) => [
  ...(sol ? [solana({ networks: [defineSolanaNetwork({ genesisHash: sol.genesisHash, chain: 'solana:localnet', name: 'Solana Local', rpcUrls: [sol.url], wsUrl: sol.wsUrl, testnet: true })] })] : []),
  ...(btc ? [bitcoin({ networks: [{ ...regtest, rpcUrls: [btc.url] }] })] : []),
  ...(dot ? [polkadot({ networks: [dot] })] : []),
  ...(atom ? [cosmos({ networks: [{ chainId: atom.chainId, name: 'Cosmos Local', bech32Prefix: 'cosmos', gasPrice: '0.025', nativeCurrency: { symbol: 'ATOM', denom: 'uatom', decimals: 6 }, rpcUrls: [atom.url], testnet: true }] })] : []),
]

/** One modal of the page. Everything a host needs stands here; a world without a relay has no WalletConnect row. */
export const makeKernel = (id: string, name: string, world: World) =>
  createKernel({ id, metadata: { name }, plugins: [evm({ networks: toChains(world) }), walletconnect(world.relay ? { relayUrl: world.relay } : {}), ...chainPlugins(world)], connectorOrder: 'installed-first', directory: wallets() })

export type PlaygroundKernel = ReturnType<typeof makeKernel>

declare module '@latchkey/plugin-api' {
  interface Register {
    kernel: PlaygroundKernel
  }
}
