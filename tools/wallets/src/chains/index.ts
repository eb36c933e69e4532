import type { ChainsWorld } from '../keys/types.js'
import { createHost, type Page } from './host.js'
import { installPolkadot } from './injectedWeb3.js'
import { installKeplr } from './keplr.js'
import { bitcoinWallet, register, solanaWallet } from './walletStandard.js'

export type { ChainsWorld } from '../keys/types.js'

/**
 * The localnet's own wallet for the chains of this world that are not EVM: by Wallet Standard
 * (Solana, Bitcoin), in `injectedWeb3` (Polkadot) and at `window.keplr` (Cosmos). It asks in a
 * window of its own before it does anything.
 * @returns takes it away again
 * @param secret 32 bytes, a development key
 */
export function installChainWallets(
  world: ChainsWorld,
  secret: Uint8Array,
  page: Page = window,
): () => void {
  const host = createHost(world, secret, page)
  const undo = [
    ...(world.solana ? [register(host, solanaWallet(host))] : []),
    ...(world.bitcoin ? [register(host, bitcoinWallet(host))] : []),
    ...(world.polkadot ? [installPolkadot(host)] : []),
    ...(world.cosmos ? [installKeplr(host, world.cosmos.chainId)] : []),
  ]
  return () => {
    for (const one of undo) one()
    host.dispose()
  }
}
