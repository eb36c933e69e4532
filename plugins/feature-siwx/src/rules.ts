import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import { startFailed } from './errors.js'
import type { Parts, Turn } from './parts.js'
import { wantedSubject } from './subject.js'
import type { SiwxOptions, SiwxState } from './types.js'

/** While a turn goes on. */
export const BUSY: readonly SiwxState['status'][] = ['checking', 'asking', 'signing', 'verifying']
/** Nobody is signed in, and nothing is asked. */
export const NOTHING = { session: undefined, request: undefined, error: undefined } as const
export const cancelled = (): LatchkeyError =>
  new LatchkeyError('siwx.cancelled', 'The visitor did not sign in.')

/** Whether there are no messages for such accounts: where sign-in is optional, they go without. */
export function isForeign(error: unknown, { required }: SiwxOptions): boolean {
  const isFormless =
    isLatchkeyError(error, 'siwx.namespace_unsupported') ||
    (isLatchkeyError(error, 'siwx.bad_message') && error.context.field === 'accountAddress')
  return isFormless && !required
}

/** Whether the visitor is asked by itself. */
export const isDue = (
  { subject: { key } }: Turn,
  { options: { required = false, automatic = true }, declined }: Parts,
): boolean => automatic && (required || !declined.has(key))

/** Whether the visitor must sign before anything else, also where the view is not on top. */
export const isHeld = ({ subject }: Turn, { ctx, options, get }: Parts): boolean =>
  !!options.required &&
  options.automatic !== false &&
  !get().session &&
  wantedSubject(ctx, options)?.key === subject.key

export const toStartFailed = (cause: unknown): LatchkeyError =>
  isLatchkeyError(cause, 'siwx.start_failed') ? cause : startFailed(cause)
