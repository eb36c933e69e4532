/**
 * Analytics of a site's own: which steps visitors take, sent to a server that the site names.
 * @packageDocumentation
 */
export type { AnalyticsApi, AnalyticsEvent, EventData } from './api.js'
export { eventMeanings, NEVER_SENT, trackedEvents, type TrackedEvent } from './events.js'
export type { AnalyticsOptions } from './options.js'
export { analytics } from './plugin.js'
