import { createHash } from 'node:crypto'
import { type SharedRedis } from '@latchkey/service-kit/shared'

const CODE_LENGTH = 12

/** Begins the keys in Redis. Services of another secret, which may have other sources, have their own. */
export const prefixOf = (secret: string | undefined): string => {
  if (secret === undefined) return 'blockchain-api'
  const code = createHash('sha256').update(`redis ${secret}`).digest('hex').slice(0, CODE_LENGTH)
  return `blockchain-api:${code}`
}

export const limitStoreOf = (
  secret: string | undefined,
  redis: Pick<SharedRedis, 'client'> | undefined,
) => redis && { redis: redis.client, prefix: `${prefixOf(secret)}:limit` }
