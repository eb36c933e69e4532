import type { Network } from '@latchkey/plugin-api'
import { solanaDevnet, solanaMainnet, solanaTestnet, type SolanaNetwork } from './networks.js'

const known = (): readonly SolanaNetwork[] => [solanaMainnet, solanaTestnet, solanaDevnet]
/** What the Wallet Standard calls a network, `solana:mainnet`, by its CAIP-2 id. */
export const toWalletChain = (
  id: string,
  networks: readonly SolanaNetwork[] = known(),
): string | undefined => networks.find((network) => network.id === id)?.chain
/** The CAIP-2 id of what the Wallet Standard calls `solana:mainnet`. */
export const fromWalletChain = (
  chain: string,
  networks: readonly SolanaNetwork[] = known(),
): Network['id'] | undefined => networks.find((network) => network.chain === chain)?.id
