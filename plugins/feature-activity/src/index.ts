export type {
  ActivityApi,
  ActivityState,
  Doubt,
  HistoryQuery,
  MonthGroups,
  PendingSource,
  PendingTransaction,
  Place,
  Suspicion,
} from './api.js'
export { activityNamespaces, type ActivityOptions } from './options.js'
export { activity } from './plugin.js'
