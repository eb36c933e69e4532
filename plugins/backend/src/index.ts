/**
 * The site's own server, `@latchkey/blockchain-api`, for the kernel and for features.
 * @packageDocumentation
 */
export { backend } from './plugin.js'
export type * from './namesTypes.js'
export type * from './onrampTypes.js'
export type * from './swapTypes.js'
export type * from './types.js'
