/** The reason for which an opening could not be put into its files. Codes are added, never renamed. */
export type ViteErrorCode = 'vite.old_rollup' | 'vite.invalid_opening'

/**
 * The error of this package. Its message says what happened, what was expected and what to do.
 * Narrow by {@link isViteError}. It is no `LatchkeyError`, because this package depends on no other.
 */
export class ViteError extends Error {
  override readonly name = 'ViteError'
  readonly code: ViteErrorCode

  constructor(code: ViteErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Whether a thrown value is a {@link ViteError}, optionally with this code. */
export const isViteError = (error: unknown, code?: ViteErrorCode): error is ViteError =>
  error instanceof Error &&
  error.name === 'ViteError' &&
  (code === undefined || (error as ViteError).code === code)
