export {
  type Analytics,
  type AnalyticsOptions,
  createAnalytics,
  keepEventsFolded,
} from './analytics.js'
export {
  type EventStore,
  type FunnelCounts,
  type FunnelQuery,
  type FunnelStep,
  type StoredEvent,
} from './event.js'
export { type EventDatabase, createEventStore } from './eventStore.js'
export { type EventTables, addEventCounts, createEventTable } from './eventTables.js'
