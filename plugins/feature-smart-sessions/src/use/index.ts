/**
 * Smart sessions on a server: a grant is used with its session key, within its limits.
 * @packageDocumentation
 */
// Adds the error codes to the contract's types, which no exported type names.
import './refusal.js'
export type { SessionAmount, SessionDependency, SessionUsage } from '../api.js'
export {
  openSession,
  type SendTransaction,
  type SessionOptions,
  type SessionState,
  type SessionTransaction,
  type UsableSession,
} from './openSession.js'
export { refusalOf, type RedeemRefusal } from './refusal.js'
