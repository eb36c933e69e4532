// Adds this package's error codes to the contract's types. No exported type refers to that file, so
// the published types would leave it out without this import.
import './errors.js'
export type { WithHeaders } from './http/carrier.js'
export {
  createIdentityVerifier,
  type EmbeddedIdentity,
  type IdentityVerifierOptions,
} from './identityToken.js'
export type { Handler } from './http/handler.js'
export type { IssuedNonce } from './session/nonces.js'
export type { CookieSession, JwtKey, JwtSession, SiwxServerOptions } from './options.js'
export { createSiwxServer, type SessionFilter, type SiwxServer } from './server.js'
export type { SiwxServerSession } from './session/sessions.js'
export { memoryStore, type MemoryStoreOptions } from './store/memory.js'
export { redisStore, type RedisCommands } from './store/redis.js'
export type { SiwxStore } from './store/store.js'
