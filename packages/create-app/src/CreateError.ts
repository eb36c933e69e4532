import {
  CreateError as AnyCreateError,
  isCreateError as isAnyCreateError,
} from '@latchkey/create-kit'

/** The reason for which no page was made. Codes are added, never renamed. */
export type CreateErrorCode =
  | 'create.invalid_flag'
  | 'create.invalid_framework'
  | 'create.invalid_chain'
  | 'create.invalid_feature'
  | 'create.invalid_name'
  | 'create.no_tarballs'
  | 'create.cancelled'
  | 'create.offline'
  | 'create.folder_not_empty'
  | 'create.not_a_folder'
  | 'create.write_failed'

/**
 * The error of this package. Its message is one sentence or two for people: what happened, and what to
 * do. Narrow by {@link isCreateError}. It is no `LatchkeyError`, because this package depends on no
 * other of ours.
 */
export interface CreateError extends Error {
  readonly name: 'CreateError'
  readonly code: CreateErrorCode
}

export const createError = (code: CreateErrorCode, message: string, cause?: unknown): CreateError =>
  new AnyCreateError(code, message, cause)

/** Whether a thrown value is a {@link CreateError}, optionally with this code. */
export const isCreateError = (error: unknown, code?: CreateErrorCode): error is CreateError =>
  isAnyCreateError(error, code)
