import { type Log } from '@latchkey/service-kit'
// MIT; the house's Redis client, as in the relay: it comes back by itself after an outage
import { Redis } from 'ioredis'
import { BlockchainApiError } from './errors.js'

const COMMAND_TIMEOUT_MS = 1000
const RECONNECT_MS = 500

/**
 * Connects for limits over several instances.
 * @throws BlockchainApiError `blockchain-api.redis_unreachable` where Redis does not answer at the
 * start. Later outages are waited for, and each instance counts for itself meanwhile.
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: () => RECONNECT_MS,
  })
  redis.on('error', (error: Error & { code?: string }) =>
    log('error', 'redis.error', { code: error.code ?? error.name }),
  )
  try {
    await redis.connect()
    return redis
  } catch (cause) {
    redis.disconnect()
    throw new BlockchainApiError(
      'blockchain-api.redis_unreachable',
      'Redis does not answer. Is it running, and does REDIS_URL name it?',
      { cause },
    )
  }
}
