import { createRequire } from 'node:module'
import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { uniswapChains } from '../src/index.js'

// Its modules for import do not load in Node.
const sdk = createRequire(import.meta.url)('@uniswap/sdk-core') as {
  CHAIN_TO_ADDRESSES_MAP: Record<
    number,
    { v3CoreFactoryAddress: string; quoterAddress: string; swapRouter02Address?: string }
  >
  V2_FACTORY_ADDRESSES: Record<number, string>
  V2_ROUTER_ADDRESSES: Record<number, string>
  SWAP_ROUTER_02_ADDRESSES(id: number): string
  WETH9: Record<number, { address: string }>
}
/** The first Quoter, which has another interface. */
const QUOTER_V1 = '0xb27308f9F90D607463bb33eA1BeBb41C27CE5AB6'

it('The twelve networks have the addresses that Uniswap published, and none has the first Quoter', () => {
  const all = Object.entries(uniswapChains)
  expect(all).toHaveLength(12)
  for (const [chain, { weth, v2, v3 }] of all) {
    const id = Number(chain.slice('eip155:'.length))
    const { v3CoreFactoryAddress, quoterAddress } = sdk.CHAIN_TO_ADDRESSES_MAP[id]!
    expect({ weth, v2, v3: { ...v3, quoter: '' } }, chain).toEqual({
      weth: getAddress(sdk.WETH9[id]!.address),
      v2: {
        factory: getAddress(sdk.V2_FACTORY_ADDRESSES[id]!),
        router: getAddress(sdk.V2_ROUTER_ADDRESSES[id]!),
      },
      v3: {
        factory: getAddress(v3CoreFactoryAddress),
        quoter: '',
        router: getAddress(sdk.SWAP_ROUTER_02_ADDRESSES(id)),
        kind: 'SwapRouter02',
      },
    })
    expect(v3?.quoter, chain).not.toBe(QUOTER_V1)
    if (quoterAddress !== QUOTER_V1) expect(v3?.quoter, chain).toBe(getAddress(quoterAddress))
  }
})
