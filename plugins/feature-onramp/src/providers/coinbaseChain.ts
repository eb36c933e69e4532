import type { Caip2 } from '@latchkey/plugin-api'

const ETHEREUM = 'ethereum'
const NAMES: Readonly<Record<Caip2, string>> = {
  'eip155:1': ETHEREUM,
  'eip155:42161': 'arbitrum',
  'eip155:137': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:10': 'optimism',
  'eip155:42220': 'celo',
  'eip155:8453': 'base',
}

/** Networks whose names Coinbase's on-ramp knows. */
export const COINBASE_NETWORKS = Object.keys(NAMES) as readonly Caip2[]

/** The name of a network at Coinbase's on-ramp: `ethereum` for one that it has no name for. */
export const toCoinbaseChain = (network: Caip2): string =>
  Object.hasOwn(NAMES, network) ? NAMES[network]! : ETHEREUM
