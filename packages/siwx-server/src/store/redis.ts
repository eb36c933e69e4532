import type { SiwxStore } from './store.js'

/** The methods of a client that are used, in the spelling of ioredis. */
export interface RedisCommands {
  get(key: string): Promise<string | null>
  set(key: string, value: string, unit: 'PX', ms: number): Promise<unknown>
  getdel(key: string): Promise<string | null>
}

/**
 * A store in Redis 6.2 or later, or in a server with the same protocol: several processes share it,
 * and restarting them signs nobody out.
 * Set `maxmemory-policy noeviction` or `volatile-ttl`: another policy may throw away the entry by
 * which an account was revoked.
 * @example redisStore(new Redis('redis://127.0.0.1:6379')) // of ioredis
 */
export const redisStore = (redis: RedisCommands): SiwxStore => ({
  get: (key) => redis.get(key),
  set: (key, value, ttlMs) => redis.set(key, value, 'PX', Math.ceil(ttlMs)),
  take: (key) => redis.getdel(key),
})
