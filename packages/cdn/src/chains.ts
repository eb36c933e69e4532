/** The networks that a page names most often, as viem describes them: what of that is data. */
export { arbitrum, avalanche, base, baseSepolia, bsc, gnosis, linea, mainnet, optimism, polygon, scroll, sepolia, zksync } from 'viem/chains'
