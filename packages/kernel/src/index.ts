/**
 * The Latchkey kernel: container, lifecycle, registries, router, storage, events and flows. It has no
 * chain, no feature and no UI.
 * @packageDocumentation
 */
export { createKernel } from './createKernel.js'
export type * from './types.js'
export { contentSecurityPolicy } from './services/contentSecurityPolicy.js'
export type { PolicySources } from './services/contentSecurityPolicy.js'
export { divideDecimals } from './support/decimals.js'
export { isRestrictedTimeZone } from './support/timeZones.js'
