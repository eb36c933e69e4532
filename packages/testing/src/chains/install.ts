import type { ChainsWorld } from '../keys/types.js'
import type { Host } from './host.js'
import { installPolkadot } from './injectedWeb3.js'
import { installKeplr } from './keplr.js'
import { bitcoinWallet, register, solanaWallet } from './walletStandard.js'

/** Puts the wallets of a world's chains on the page. @returns takes them away again */
export function installOn(host: Host, world: ChainsWorld): () => void {
  const { solana, bitcoin } = world
  const undo = [
    ...(solana ? [register(host, solanaWallet(host, solana.genesisHash))] : []),
    ...(bitcoin ? [register(host, bitcoinWallet(host, bitcoin.network))] : []),
    ...(world.polkadot ? [installPolkadot(host)] : []),
    ...(world.cosmos ? [installKeplr(host, world.cosmos.chainId)] : []),
  ]
  return () => {
    for (const one of undo) one()
  }
}
