/**
 * The errors that the relay answers with, and their JSON-RPC codes. Codes are promises: added,
 * never renamed.
 */
const RPC_CODES = {
  'relay.parse_error': -32700,
  'relay.invalid_request': -32600,
  'relay.method_not_found': -32601,
  'relay.invalid_params': -32602,
  'relay.internal': -32603,
  'relay.rate_limited': -32005,
  'relay.limit_exceeded': -32006,
  'relay.unauthorized': -32001,
  'relay.invalid_option': -32000,
  'relay.redis_unreachable': -32000,
} as const

export type RelayErrorCode = keyof typeof RPC_CODES

/** An error with a code. Its message is sent to strangers, so it never repeats what they sent. */
export class RelayError extends Error {
  readonly code: RelayErrorCode
  readonly rpcCode: number

  constructor(code: RelayErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RelayError'
    this.code = code
    this.rpcCode = RPC_CODES[code]
  }
}

/** Narrows by code instead of by class. */
export const isRelayError = (error: unknown): error is RelayError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code in RPC_CODES
