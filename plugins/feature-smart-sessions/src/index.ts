/**
 * Smart sessions: what a visitor lets a site do within limits, and how the visitor takes it back.
 * @packageDocumentation
 */
export type {
  RevocationWitness,
  SessionAmount,
  SessionDependency,
  SessionRequest,
  SessionRevocation,
  SessionToken,
  SessionsState,
  SessionUsage,
  SmartSession,
  SmartSessionsApi,
} from './api.js'
export type { WiderPart } from './grants/widerParts.js'
export type { SmartSessionsOptions } from './options.js'
export { smartSessions } from './plugin.js'
