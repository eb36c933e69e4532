import type { ChainsWorld, KeyHolder } from './types.js'

export {
  refuse,
  type Asked,
  type ChainsWorld,
  type KeyHolder,
  type WalletError,
  type Words,
} from './types.js'

/**
 * A development key on each of the local chains that there are; one secret of 32 bytes for all but
 * Polkadot, whose key is //Alice.
 */
export async function openKeys(world: ChainsWorld, secret: Uint8Array): Promise<KeyHolder[]> {
  const { solana, bitcoin, polkadot, cosmos } = world
  const opened = await Promise.all([
    solana && import('./solana.js').then(({ solanaKey }) => solanaKey(solana, secret)),
    bitcoin && import('./bitcoin.js').then(({ bitcoinKey }) => bitcoinKey(bitcoin, secret)),
    polkadot && import('./polkadot.js').then(({ polkadotKey }) => polkadotKey(polkadot)),
    cosmos && import('./cosmos.js').then(({ cosmosKey }) => cosmosKey(cosmos, secret)),
  ])
  return opened.filter((key) => key !== undefined)
}
