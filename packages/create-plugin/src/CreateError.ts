/** Why no plugin was made. Codes are promises: added, never renamed. */
export type CreateErrorCode =
  | 'create.invalid_flag'
  | 'create.invalid_kind'
  | 'create.invalid_name'
  | 'create.folder_not_empty'
  | 'create.not_a_folder'
  | 'create.write_failed'

/** Says what happened, what was expected and what to do. Narrow by {@link isCreateError}. This package installs nothing, so the error is its own. */
export class CreateError extends Error {
  override readonly name = 'CreateError'
  readonly code: CreateErrorCode

  constructor(code: CreateErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** Whether a thrown thing says why no plugin was made, optionally with this very code. */
export const isCreateError = (error: unknown, code?: CreateErrorCode): error is CreateError =>
  error instanceof Error &&
  error.name === 'CreateError' &&
  (code === undefined || (error as CreateError).code === code)
