import type { Network } from '@latchkey/plugin-api'
import type { NameRegistry } from '../sdk/nameLookup.js'
import { toNetwork, type EvmChain } from './networks.js'

/**
 * Finds the registry that knows names of a network: its own, else that of the first chain that has
 * one, which keeps an address of each network (ENSIP-11). viem names a chain's universal resolver in
 * `contracts`.
 * @returns `undefined` where no chain has a registry
 */
export function createRegistryOf(
  chains: readonly EvmChain[],
  ccipRead: boolean,
): ((network: Network) => NameRegistry) | undefined {
  const registries = chains.flatMap((chain) => {
    const universalResolver = chain.contracts?.ensUniversalResolver?.address
    return universalResolver ? [{ network: toNetwork(chain), universalResolver, ccipRead }] : []
  })
  const [first] = registries
  return first && (({ id }) => registries.find(({ network }) => network.id === id) ?? first)
}
