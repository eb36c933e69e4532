/**
 * The error of a starter. Its message says what happened, what was expected and what to do.
 * Narrow by {@link isCreateError}. It is no `LatchkeyError`, because starters depend on none of our packages.
 */
export class CreateError<Code extends string = string> extends Error {
  override readonly name = 'CreateError'
  readonly code: Code

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** Whether a thrown value is a {@link CreateError}, optionally with this code. */
export const isCreateError = <Code extends string = string>(
  error: unknown,
  code?: Code,
): error is CreateError<Code> =>
  error instanceof Error &&
  error.name === 'CreateError' &&
  (code === undefined || (error as CreateError).code === code)
