import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import { timeOf } from '@latchkey/siwx/time'
import { startFailed } from '../errors.js'
import type { SignInParts, SignInAttempt } from './signInParts.js'
import { wantedSubject } from './subject.js'
import type { SignRequest, SiwxOptions, SiwxState } from '../types.js'

/** Statuses of an attempt that is under way. */
export const BUSY_STATUSES: readonly SiwxState['status'][] = [
  'checking',
  'asking',
  'signing',
  'verifying',
]
/** The state without session and request. */
export const NO_SESSION = { session: undefined, request: undefined, error: undefined } as const
export const cancelled = (): LatchkeyError =>
  new LatchkeyError('siwx.cancelled', 'The visitor did not sign in.')

/** Whether such accounts have no sign-in messages. Where sign-in is optional they go without. */
export function isUnsupportedFamily(error: unknown, { required }: SiwxOptions): boolean {
  const hasNoMessage =
    isLatchkeyError(error, 'siwx.namespace_unsupported') ||
    (isLatchkeyError(error, 'siwx.bad_message') && error.context.field === 'accountAddress')
  return hasNoMessage && !required
}

/** Whether the visitor is asked without the site's asking for it. */
export const mayAskByItself = (
  { subject: { key } }: SignInAttempt,
  { options: { required = false, automatic = true }, declined }: SignInParts,
): boolean => automatic && (required || !declined.has(key))

/** Whether the visitor must sign before anything else, even where the view is not on top. */
export const mustSign = ({ subject }: SignInAttempt, { ctx, options, get }: SignInParts): boolean =>
  !!options.required &&
  options.automatic !== false &&
  !get().session &&
  wantedSubject(ctx, options)?.key === subject.key

export const toStartFailed = (cause: unknown): LatchkeyError =>
  isLatchkeyError(cause, 'siwx.start_failed') ? cause : startFailed(cause)

/** Whether the time of a message is over, so that no store would take its signature. */
export const hasExpired = ({ data: { expirationTime } }: SignRequest): boolean =>
  expirationTime !== undefined && timeOf(expirationTime)! <= Date.now()
