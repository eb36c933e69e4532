import type { Connection } from '@solana/web3.js'
import type { SolanaKernel } from './api.js'

/**
 * A connection of web3.js to a network. The library is loaded for it.
 * @param network CAIP-2 id of a network of Solana. Default: the network in use
 * @throws `kernel.network_unknown`
 * @example const connection = await getConnection(kernel)
 */
export async function getConnection(kernel: SolanaKernel, network?: string): Promise<Connection> {
  const endpoint = await kernel.plugins.solana.getEndpoint(network)
  return (await import('./sdk/web3js.js')).connectionTo(endpoint)
}
