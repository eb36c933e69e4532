import { type ChainConfig, createChains } from '../../src/chains.js'
import { type Source, type SourceContext, type SourceFactory } from '../../src/sources/source.js'
import { openStore } from '../../src/store/openStore.js'
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

/** Makes a source that keeps the names of tokens in a store. */
export async function makeStoredSource(
  factory: SourceFactory,
  chain: ChainConfig,
): Promise<Source> {
  const store = await openStore()
  const context: Partial<SourceContext> = { chains: createChains([chain]), store, now: Date.now }
  return factory(context as SourceContext)[0]!
}
