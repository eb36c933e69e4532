/** Codes are promises: added, never renamed. */
export type BlockchainApiErrorCode = 'blockchain-api.invalid_option'

/** An error of starting the service. Its message says what to do. */
export class BlockchainApiError extends Error {
  readonly code: BlockchainApiErrorCode

  constructor(code: BlockchainApiErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BlockchainApiError'
    this.code = code
  }
}

/** Narrows by code instead of by class. */
export const isBlockchainApiError = (error: unknown): error is BlockchainApiError =>
  error instanceof Error && 'code' in error && error.code === 'blockchain-api.invalid_option'

export const invalidOption = (message: string): BlockchainApiError =>
  new BlockchainApiError('blockchain-api.invalid_option', message)
