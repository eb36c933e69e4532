import { type LimitStore } from '@latchkey/service-kit/http'
import { type SharedRedis } from '@latchkey/service-kit/shared'
import { keyedHash } from './secrets.js'

const CODE_LENGTH = 12

/** Begins the names in Redis. Services of other keys have their own. */
export const prefixOf = (pepper: Buffer): string =>
  `secure-frame:${keyedHash(pepper, 'redis').slice(0, CODE_LENGTH)}`

export const limitStoreOf = (
  pepper: Buffer,
  redis: Pick<SharedRedis, 'client'> | undefined,
): LimitStore | undefined => redis && { redis: redis.client, prefix: `${prefixOf(pepper)}:limit` }
