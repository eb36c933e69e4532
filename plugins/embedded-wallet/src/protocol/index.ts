/**
 * The messages between a page and the secure frame, for both ends. Values of the other end are
 * checked field by field, sizes are bounded, unknown fields are refused.
 * @packageDocumentation
 */
export * from './bounds.js'
export { isFrameEvent, type FrameEvent, type FramePayload, type FrameSuccess } from './events.js'
export type {
  FrameAccountType,
  FrameChainId,
  FrameFailure,
  FrameSocialProvider,
  FrameUser,
} from './fields.js'
export { readOneTimeCode } from './digits.js'
export { isEmail, isOneTimeCode } from './input.js'
export * from './handshake.js'
export type { JsonValue } from './json.js'
export * from './messages.js'
export * from './methods.js'
export * from './networks.js'
export * from './results.js'
