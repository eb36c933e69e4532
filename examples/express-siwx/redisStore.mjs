/**
 * Nonces and sessions in Redis 6.2 or later, so that several processes share them and a restart loses nobody.
 * @param {import('ioredis').Redis} redis
 * @returns {import('@latchkey/siwx-server').SiwxStore}
 */
export const redisStore = (redis) => ({
  get: (key) => redis.get(key),
  set: (key, value, ttlMs) => redis.set(key, value, 'PX', Math.ceil(ttlMs)),
  take: (key) => redis.getdel(key),
})
