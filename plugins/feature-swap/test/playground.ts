// This plugin's part of the playground: apps/playground finds the file by its name.
import { swap, swapNetworks } from '@latchkey/feature-swap'

/** Uniswap on the first local chain, where the world has it. */
interface World {
  api?: string
  chains: readonly { id: number }[]
  pools?: { v2Router: string; v3Router: string; v3Router02: string }
}

export const playground = {
  plugin: ({ api, chains: [chain], pools }: World) =>
    api && chain && pools
      ? swap({
          networks: [...swapNetworks, `eip155:${chain.id}`],
          spenders: {
            [`eip155:${chain.id}`]: [pools.v2Router, pools.v3Router, pools.v3Router02],
          },
        })
      : undefined,
}
