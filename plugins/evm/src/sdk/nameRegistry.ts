import type { Network } from '@latchkey/plugin-api'
import type { Address } from 'viem'
import type { EvmChain } from '../chain/networks.js'

/** The chains of the page, and whether answers of gateways outside of them are read (ERC-3668): by default. */
export interface NameChains {
  networks: readonly EvmChain[]
  ccipRead?: boolean | undefined
}

/** The network whose contracts know names, and the address of its universal resolver (ENSIP-23). */
export interface NameRegistry {
  network: Pick<Network, 'id' | 'rpcUrls'>
  universalResolver: Address
  ccipRead: boolean
}

/**
 * Finds the registry that knows names of a network: its own, else Ethereum's, where names have addresses
 * of other networks too (ENSIP-11). A test network has its own or none: anybody may own any name there,
 * and nobody keeps test addresses on Ethereum. viem names a chain's universal resolver in `contracts`.
 */
export function registryOf(
  { id, testnet }: Network,
  { networks, ccipRead = true }: NameChains,
): NameRegistry | undefined {
  const registries = networks.flatMap((chain) => {
    const universalResolver = chain.contracts?.ensUniversalResolver?.address
    const network = { id: `eip155:${chain.id}`, rpcUrls: chain.rpcUrls.default.http } as const
    return universalResolver ? [{ network, universalResolver, ccipRead }] : []
  })
  const find = (of: string) => registries.find(({ network }) => network.id === of)
  return find(id) ?? (testnet ? undefined : find('eip155:1'))
}
