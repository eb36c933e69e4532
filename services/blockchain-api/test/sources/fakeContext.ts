import { createChains } from '../../src/chains.js'
import { type Source, type SourceFactory } from '../../src/sources/source.js'
import { TOKENS } from './fakeChain.js'

export const CHAIN_ID = '137'
export const CHAIN = `eip155:${CHAIN_ID}`

/** The chain of the fakes, at a node of the host. */
export const chainAt = (nodeUrl: string) => ({
  id: CHAIN,
  rpcUrls: nodeUrl ? [nodeUrl] : [],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [TOKENS.erc20],
})

/** Makes a source that uses no more of the service than its chains. */
export function makeSource(factory: SourceFactory, nodeUrl: string): Source {
  const chains = createChains([chainAt(nodeUrl)])
  return factory({ chains } as Parameters<SourceFactory>[0])[0]!
}
