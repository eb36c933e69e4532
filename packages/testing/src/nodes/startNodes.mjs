import { accounts } from './accounts.mjs'
import { startAnvil } from './anvil.mjs'

/** @type {typeof import('./index.d.mts').startNodes} */
export async function startNodes(chainIds = [31_337, 31_338]) {
  const starts = await Promise.allSettled(chainIds.map((chainId) => startAnvil({ chainId })))
  const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const close = async () => void (await Promise.all(nodes.map((node) => node.close())))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  return {
    chains: nodes.map(({ chainId, url }) => ({ id: chainId, name: `Localnet ${chainId}`, url })),
    accounts: [...accounts],
    close,
  }
}
