export { type BoundedCache, createBoundedCache } from './boundedCache.js'
export { type SharedCache, type SharedCacheOptions, createSharedCache } from './cache.js'
export { type Circuits, type CircuitsOptions, createCircuits } from './circuits.js'
export type { SharedRedis } from './redis.js'
