/**
 * Shows and records what a kernel does, for development. No other package imports this one.
 * @packageDocumentation
 */
export { inspect } from './inspect.js'
export type { Inspector, InspectOptions } from './inspect.js'
export type {
  ConnectionLog,
  LoggedAccount,
  LoggedConnection,
  LoggedEvent,
  LoggedScope,
  LoggedState,
  LogEntry,
  LogOptions,
} from './log.js'
export { record } from './record.js'
export type { Recorder } from './record.js'
