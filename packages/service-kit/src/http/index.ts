export { type HttpApp, type HttpAppOptions, createHttpApp } from './app.js'
export { answerBrokenRequests, malformedRequest } from './broken.js'
export { isNestedDeeper } from './depth.js'
export {
  DEFAULT_HTTP_LIMITS,
  type HttpLimits,
  type LimitStore,
  addressOf,
  createDailyLimit,
} from './guards.js'
export {
  type Failed,
  type Refusal,
  type RefusalStatus,
  badInput,
  failedBody,
  failedSchema,
  isRefusal,
  refusal,
} from './refusal.js'
export { type Route, type RouteInput, type RouteSpec, route } from './route.js'
export { isOfStore } from './storeAway.js'
export { keepTidy } from './tidy.js'
