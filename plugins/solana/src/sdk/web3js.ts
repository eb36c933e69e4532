import { Connection } from '@solana/web3.js'
import type { SolanaEndpoint } from '../api.js'

export const connectionTo = ({ url, wsUrl }: SolanaEndpoint): Connection =>
  new Connection(url, {
    commitment: 'confirmed',
    ...(wsUrl !== undefined && { wsEndpoint: wsUrl }),
  })
