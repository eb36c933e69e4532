/** Codes are promises: added, never renamed. */
export type SecureFrameErrorCode =
  | 'secure-frame.invalid_option'
  | 'secure-frame.store_unreachable'
  | 'secure-frame.newer_schema'
  | 'secure-frame.second_instance'
  | 'secure-frame.missing_key'
  | 'secure-frame.command_failed'
  | 'secure-frame.keeper_refused'

/** An error of starting or operating the service. Its message is a sentence that says what to do. */
export class SecureFrameError extends Error {
  readonly code: SecureFrameErrorCode

  constructor(code: SecureFrameErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SecureFrameError'
    this.code = code
  }
}

/** Narrows by code instead of by class. */
export const isSecureFrameError = (
  error: unknown,
  code: SecureFrameErrorCode,
): error is SecureFrameError => error instanceof Error && 'code' in error && error.code === code

export const invalidOption = (message: string): SecureFrameError =>
  new SecureFrameError('secure-frame.invalid_option', message)
