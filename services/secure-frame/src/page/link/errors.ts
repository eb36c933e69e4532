import type { FrameFailure } from '@latchkey/embedded-wallet/protocol'

/** A failure that the page around the frame is told: a sentence, and what it can act on. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
  constructor(
    message: string,
    readonly details: Omit<FrameFailure, 'message'> = {},
  ) {
    super(message)
  }
}

/** By name: parts of the page that load later have a copy of the class. */
export const isFrameError = (error: unknown): error is FrameError =>
  error instanceof Error && error.name === 'FrameError' && 'details' in error

/** EIP-1193: the person refused. */
export const rejected = (): FrameError =>
  new FrameError('User rejected the request.', { code: 4001, reason: 'rejected' })
/** EIP-1193: the method is not one of the frame's. */
export const notAllowed = (): FrameError =>
  new FrameError('Requested RPC call is not allowed', { code: 4200 })
/** EIP-1193: nobody is signed in. */
export const signedOut = (): FrameError =>
  new FrameError('Nobody is signed in.', { code: 4100, reason: 'signed_out' })
/** JSON-RPC: the parameters are not those of the method. */
export const badParams = (message: string): FrameError => new FrameError(message, { code: -32_602 })

/**
 * The failure as it is told. Messages of errors that are not made for it stay here: they could hold
 * what the page around must not see.
 */
export function toFailure(error: unknown): FrameFailure & { message: string } {
  if (isFrameError(error)) return { message: error.message, ...error.details }
  const isKeys = error instanceof Error && error.name === 'KeysError' && 'failure' in error
  if (!isKeys) return { message: 'Something went wrong' }
  return error.failure === 'refused'
    ? { message: error.message, code: -32_602, reason: 'refused' }
    : { message: error.message, reason: `key_${String(error.failure)}` }
}

export const otherPerson = (): FrameError =>
  new FrameError('Another person is signed in by now.', { code: 4100, reason: 'signed_out' })
