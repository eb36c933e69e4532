import type { SiwxStore } from './store.js'

/** What is used of a client, in the spelling of ioredis. */
export interface RedisCommands {
  get(key: string): Promise<string | null>
  set(key: string, value: string, unit: 'PX', ms: number): Promise<unknown>
  getdel(key: string): Promise<string | null>
}

/**
 * A store in Redis 6.2 or later, or what speaks like it: several processes share it, and a restart of them signs nobody out.
 * Set `maxmemory-policy noeviction` or `volatile-ttl`: another one may throw away that an account was revoked.
 * @example redisStore(new Redis('redis://127.0.0.1:6379')) // of ioredis
 */
export const redisStore = (redis: RedisCommands): SiwxStore => ({
  get: (key) => redis.get(key),
  set: (key, value, ttlMs) => redis.set(key, value, 'PX', Math.ceil(ttlMs)),
  take: (key) => redis.getdel(key),
})
