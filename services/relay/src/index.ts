export { RelayError, type RelayErrorCode, isRelayError } from './errors.js'
export { DEFAULT_LIMITS, type Limits } from './bounds/limits.js'
export { type Log, type LogLevel, jsonLog } from '@latchkey/service-kit'
export {
  type Mailbox,
  type MailboxBounds,
  type MailboxListener,
  type MailboxSize,
  type Message,
} from './store/mailbox.js'
export { type RelayOptions, optionsFromEnv } from './options.js'
export { type Relay, startRelay } from './relay.js'
export { createMemoryMailbox } from './store/memory.js'
