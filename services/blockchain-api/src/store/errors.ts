/** The errors of the store. Codes are promises: added, never renamed. */
export type ApiStoreErrorCode =
  | 'store.invalid_key'
  | 'store.unreachable'
  | 'store.conflict'
  | 'store.other_chain'
  | 'store.newer_schema'
  | 'store.in_use'
  | 'store.not_empty'

/** An error with a code. Its message says what to do, and repeats nothing that strangers sent. */
export class ApiStoreError extends Error {
  readonly code: ApiStoreErrorCode

  constructor(code: ApiStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiStoreError'
    this.code = code
  }
}

/** Narrows by code instead of by class. */
export const isStoreError = (error: unknown, code: ApiStoreErrorCode): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code
