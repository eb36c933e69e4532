import { type BlockchainApiOptions } from './options.js'
import { type Following, startFollowing } from './follow/following.js'

/**
 * Starts to follow the EVM chains, unless this instance only answers, or its store is in memory or
 * the host's own: the thread that follows could not share it.
 */
export function startFollowers(options: BlockchainApiOptions): Following | undefined {
  const { role = 'all', chains = [], store, follow, log } = options
  const evm = chains.filter(({ id, rpcUrls }) => id.startsWith('eip155:') && rpcUrls.length > 0)
  if (role === 'api' || evm.length === 0) return undefined
  const place = store === undefined || 'history' in store ? {} : store
  if (!place.url && (!place.file || place.file === ':memory:')) {
    log?.('warn', 'follower.off', { reason: 'the store is in memory, or not of this service' })
    return undefined
  }
  return startFollowing(
    {
      store: { ...(place.url && { url: place.url }), ...(place.file && { file: place.file }) },
      chains: evm.map(({ id, rpcUrls }) => ({ ...follow, chain: id, urls: rpcUrls })),
    },
    log,
  )
}
