import type { Caip2 } from '@latchkey/plugin-api'

/**
 * Networks on which swaps are offered where the option `networks` does not say otherwise: those on
 * which Uniswap has a router of V2, a router of V3 and QuoterV2, by `@uniswap/sdk-core`.
 */
export const swapNetworks: readonly Caip2[] = [
  'eip155:1',
  'eip155:10',
  'eip155:56',
  'eip155:130',
  'eip155:137',
  'eip155:143',
  'eip155:480',
  'eip155:1868',
  'eip155:8453',
  'eip155:42161',
  'eip155:43114',
  'eip155:81457',
]
