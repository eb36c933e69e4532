import { accounts, request, startAnvil } from '@latchkey/testing/nodes'
import { furnish, multicallAddress, tokens } from './evm/contracts.mjs'

/** @type {typeof import('./index.d.mts').chains} */
export const chains = Object.freeze([
  { id: 31337, name: 'Localnet One' },
  { id: 31338, name: 'Localnet Two' },
])

/**
 * @type {typeof import('./index.d.mts').startLocalnet}
 */
export async function startLocalnet(options = {}) {
  const starts = await Promise.allSettled(
    chains.map(async ({ id }, index) => {
      const node = await startAnvil({
        chainId: id,
        port: options.ports?.[index] ?? 0,
        ...(options.args && { args: options.args }),
      })
      try {
        await furnish(node.url)
        // Block times are set last: with them each transaction of the set-up would wait for its
        // block.
        if (options.blockTime !== undefined)
          await request(node.url, 'evm_setIntervalMining', [options.blockTime])
        return node
      } catch (error) {
        await node.close()
        throw error
      }
    }),
  )
  const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const close = async () => void (await Promise.all(nodes.map((node) => node.close())))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  return {
    url: /** @type {string} */ (nodes[0]?.url),
    chains: chains.map((chain, index) => ({
      ...chain,
      url: /** @type {string} */ (nodes[index]?.url),
    })),
    erc20: tokens.erc20,
    tokens,
    multicall3: multicallAddress,
    accounts: [...accounts],
    close,
  }
}
