import { isLatchkeyError } from '@latchkey/plugin-api'
import { badParams, FrameError, isFrameError } from '../link/errors.js'
import { networkError } from '../rpc/nodeErrors.js'

/** JSON-RPC: an internal error. */
const INTERNAL = -32_603

const failure = (message: string, reason: string): FrameError =>
  new FrameError(message, { code: INTERNAL, reason })

/** No bundler can be used. */
const bundlerAway = (): FrameError =>
  failure(
    'Nobody takes operations of smart accounts on this network now. Use your standard account, or try again later.',
    'bundler',
  )
/** A bundler has judged the operation and refused it. */
const bundlerRefused = (): FrameError =>
  failure(
    'The operation was refused. It may still be carried out, until another one of the account is.',
    'bundler_refused',
  )
/** The operation was handed on, and no block has it in time. */
export const operationPending = (): FrameError =>
  failure(
    'The operation was sent and is in no block yet. It may still be carried out.',
    'operation_pending',
  )
/** The operation is in a block, and its calls were undone. */
export const operationFailed = (): FrameError =>
  failure('The operation failed. The network fee was paid.', 'operation_failed')
/** Another operation took its place. */
export const operationReplaced = (): FrameError =>
  failure('Another operation of this account took its place.', 'operation_replaced')

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : undefined

/** An operation that this browser signed before took its place: the visitor may have wanted the same. */
export const earlierCarriedOut = (transactionHash: string): FrameError =>
  failure(
    `An earlier operation of this account was carried out in place of this one: ${transactionHash}`,
    'earlier_carried_out',
  )

/** An error of smart accounts, as the page is told. Every other one stays what it is. */
export function toFrameFailure(error: unknown): unknown {
  if (isFrameError(error) || !isLatchkeyError(error)) return error
  if (isLatchkeyError(error, 'smart.node_failed')) {
    const cause = causeOf(error)
    return isFrameError(cause) ? cause : networkError('network')
  }
  if (isLatchkeyError(error, 'smart.bundler_failed'))
    return error.context.failure === 'rejected' ? bundlerRefused() : bundlerAway()
  if (isLatchkeyError(error, 'smart.gas_beyond_bounds'))
    return failure('The operation would cost more than is allowed.', 'gas_beyond_bounds')
  if (isLatchkeyError(error, 'smart.paymaster_refused'))
    return failure(
      'The service that pays for operations changed more than it may.',
      'paymaster_refused',
    )
  if (error.code.startsWith('smart.')) return badParams(error.message)
  return error
}

/** Runs what asks for smart accounts, and throws its errors as the page is told them. */
export async function told<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toFrameFailure(error)
  }
}
