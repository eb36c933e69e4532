import type { Network } from '@latchkey/plugin-api'
import type { NameRegistry } from '../sdk/nameLookup.js'
import { NAMESPACE, toNetwork, type EvmChain } from './networks.js'

/**
 * Finds the registry that knows names of a network: its own, else Ethereum's, where names have addresses
 * of other networks too (ENSIP-11). A test network has its own or none: anybody may own any name there,
 * and nobody keeps test addresses on Ethereum. viem names a chain's universal resolver in `contracts`.
 * @returns `undefined` where no chain has a registry
 */
export function createRegistryOf(
  chains: readonly EvmChain[],
  ccipRead: boolean,
): ((network: Network) => NameRegistry | undefined) | undefined {
  const registries = chains.flatMap((chain) => {
    const universalResolver = chain.contracts?.ensUniversalResolver?.address
    return universalResolver ? [{ network: toNetwork(chain), universalResolver, ccipRead }] : []
  })
  const registryOf = (id: string): NameRegistry | undefined =>
    registries.find(({ network }) => network.id === id)
  return registries.length
    ? ({ id, testnet }) => registryOf(id) ?? (testnet ? undefined : registryOf(`${NAMESPACE}:1`))
    : undefined
}
