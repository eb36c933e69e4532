// Writes src/swap/uniswapChains.ts: node services/blockchain-api/build/uniswapChains.mjs
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getAddress } from 'viem'

// MIT; published by Uniswap with the addresses of its contracts. Its modules for import do not load in Node.
const { CHAIN_TO_ADDRESSES_MAP, V2_FACTORY_ADDRESSES, V2_ROUTER_ADDRESSES, WETH9 } = createRequire(
  import.meta.url,
)('@uniswap/sdk-core')

/**
 * Twelve networks that have a V2 router, a QuoterV2 and SwapRouter02. Gnosis and Scroll have none in the
 * package, zkSync and Celo no V2 router; which quoter Linea's is, no published package says.
 */
const NETWORKS = [1, 10, 56, 130, 137, 143, 480, 1868, 8453, 42161, 43114, 81457]

/** The first Quoter, which answers no gas. The package still names it on the oldest networks. */
const QUOTER_V1 = '0xb27308f9F90D607463bb33eA1BeBb41C27CE5AB6'
/**
 * The QuoterV2 of those networks, as `QUOTER_V2_ADDRESSES` of `@uniswap/smart-order-router` 4.31.10 says.
 * For the other networks that list has what sdk-core calls `quoterAddress`.
 */
const QUOTER_V2 = '0x61fFE014bA17989E743c5F6cB21bF9697530B21e'

/** @param {number} id */
function placeOf(id) {
  const { v3CoreFactoryAddress, quoterAddress, swapRouter02Address } = CHAIN_TO_ADDRESSES_MAP[id]
  return {
    weth: getAddress(WETH9[id].address),
    v2: {
      factory: getAddress(V2_FACTORY_ADDRESSES[id]),
      router: getAddress(V2_ROUTER_ADDRESSES[id]),
    },
    v3: {
      factory: getAddress(v3CoreFactoryAddress),
      quoter: getAddress(quoterAddress === QUOTER_V1 ? QUOTER_V2 : quoterAddress),
      // Where the package names none of a network's own, it is at the address of the first ones.
      router: getAddress(swapRouter02Address ?? '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'),
      kind: 'SwapRouter02',
    },
  }
}

/** The text of the file. */
export function uniswapChainsFile() {
  const chains = Object.fromEntries(NETWORKS.map((id) => [`eip155:${id}`, placeOf(id)]))
  const data = JSON.stringify(chains, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
    .replaceAll(/(['}])\n/g, '$1,\n')
  return `// Written by build/uniswapChains.mjs, of @uniswap/sdk-core.
import { type UniswapChain } from './uniswapCalls.js'

/** Uniswap on twelve networks, by CAIP-2 id. */
export const uniswapChains: Readonly<Record<string, UniswapChain>> = ${data.replace(/,?\n}$/, ',\n}')}
`
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  writeFileSync(new URL('../src/swap/uniswapChains.ts', import.meta.url), uniswapChainsFile())
