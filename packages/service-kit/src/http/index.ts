export { type HttpApp, type HttpAppOptions, createHttpApp } from './app.js'
export { isNestedDeeper } from './depth.js'
export {
  type EventOptions,
  type EventStore,
  type StoredEvent,
  createAddressMask,
  eventRoute,
  keepEventsTidy,
} from './events.js'
export { DEFAULT_HTTP_LIMITS, type HttpLimits, addressOf } from './guards.js'
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
