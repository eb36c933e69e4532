import type { Network } from '@latchkey/plugin-api'
import { solanaDevnet, solanaMainnet, solanaTestnet, type SolanaNetwork } from './networks.js'

const knownNetworks = (): readonly SolanaNetwork[] => [solanaMainnet, solanaTestnet, solanaDevnet]
/** The name of a network in the Wallet Standard, such as `solana:mainnet`, by its CAIP-2 id. */
export const toWalletChain = (
  id: string,
  networks: readonly SolanaNetwork[] = knownNetworks(),
): string | undefined => networks.find((network) => network.id === id)?.chain
/** The CAIP-2 id of a name in the Wallet Standard, such as `solana:mainnet`. */
export const fromWalletChain = (
  chain: string,
  networks: readonly SolanaNetwork[] = knownNetworks(),
): Network['id'] | undefined => networks.find((network) => network.chain === chain)?.id
