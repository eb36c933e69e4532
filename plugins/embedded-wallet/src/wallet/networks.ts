import type { Network } from '@latchkey/plugin-api'

/** The networks of each namespace. */
export type NetworksOf = Readonly<Record<string, readonly Network[]>>

export function toNetworksOf(networks: readonly Network[]): NetworksOf {
  const all: Record<string, Network[]> = {}
  for (const network of networks) (all[network.namespace] ??= []).push(network)
  return all
}
