import { type Lock } from '@latchkey/service-kit/store'
import { type BlockchainApiOptions } from './options.js'
import { type Following, startFollowing } from './follow/following.js'
import { ApiStoreError } from './store/errors.js'

/**
 * Starts to follow the EVM chains, unless this instance only answers, or its store is in memory or
 * the host's own: the thread that follows could not share it.
 * @throws ApiStoreError `store.in_use` where another process follows chains into the same file
 */
export async function startFollowers(
  options: BlockchainApiOptions,
): Promise<Following | undefined> {
  const { role = 'all', chains = [], store, follow, log } = options
  const evm = chains.filter(({ id, rpcUrls }) => id.startsWith('eip155:') && rpcUrls.length > 0)
  if (role === 'api' || evm.length === 0) return undefined
  const place = store === undefined || 'history' in store ? {} : store
  if (!place.url && (!place.file || place.file === ':memory:')) {
    log?.('warn', 'follower.off', { reason: 'the store is in memory, or not of this service' })
    return undefined
  }
  const lock = place.url ? undefined : await lockFile(place.file)
  const following = startFollowing(
    {
      store: { ...(place.url && { url: place.url }), ...(place.file && { file: place.file }) },
      chains: evm.map(({ id, rpcUrls }) => ({ ...follow, chain: id, urls: rpcUrls })),
    },
    log,
  )
  return {
    ...following,
    async close() {
      await following.close()
      await lock?.release()
    },
  }
}

/** Of several processes over one PostgreSQL one follows a chain and the others wait. A file has no such use. */
const lockFile = async (file = ''): Promise<Lock> => {
  const { lockSqlite } = await import('@latchkey/service-kit/store/sqlite')
  const lock = await lockSqlite(`${file}.follower`)
  if (lock) return lock
  throw new ApiStoreError(
    'store.in_use',
    'Another process follows chains into this file, and a file is for one. End that process, start ' +
      'this one with ROLE=api, or use DATABASE_URL.',
  )
}
