import { isLatchkeyError } from '@latchkey/plugin-api'
import {
  ErrorDetails,
  ErrorText,
  Icon,
  showHidden,
  Text,
  useAnnounce,
  useErrorText,
  useMessages,
  type Message,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import { retryWords } from './retryWords.js'

const CODES = [
  'names.register_failed',
  'names.suggestions_failed',
  'names.reverse_failed',
  'names.resolve_failed',
  'names.change_failed',
  'names.release_failed',
] as const

/** Why a call failed: the server's own words, which were cleaned when they were read, and for how long. */
function contextOf(error: unknown): { reason: string; retryAfterMs?: number } {
  const ours = CODES.find((code) => isLatchkeyError(error, code))
  return ours && isLatchkeyError(error, ours) ? error.context : { reason: '' }
}

/** The time at which a refused visitor may try again, in words. */
export const retryOf = (error: unknown): Message | undefined =>
  retryWords(contextOf(error).retryAfterMs)

/** Whether the visitor declined, or stopped waiting for the wallet. */
const isDeclined = (error: unknown): boolean =>
  isLatchkeyError(error, 'wallet.user_rejected') || isLatchkeyError(error, 'kernel.aborted')

/** An error in words: the server's, or the catalogue's. */
export function Reason({
  error,
  declined = 'names.notSigned',
}: {
  error: unknown
  /** The key of the text that says that the visitor did not sign. */
  declined?: string
}): ReactNode {
  const { reason } = contextOf(error)
  const retry = retryOf(error)
  if (isDeclined(error)) return <Text k={declined} />
  return (
    <>
      {reason ? <bdi>{showHidden(reason)}</bdi> : <ErrorText error={error} />}
      {retry && (
        <>
          {' '}
          <Text {...retry} />
        </>
      )}
    </>
  )
}

/** A signature that failed, or that the visitor declined. */
export function Failure({
  error,
  title = 'names.notRegistered',
  declined = 'names.notSigned',
}: {
  error: unknown
  /** The key of the text that says what was not done. */
  title?: string
  declined?: string
}): ReactNode {
  const announce = useAnnounce()
  const catalogue = useErrorText()(error)
  const text = useMessages()
  const retry = retryOf(error)
  const reason = contextOf(error).reason || catalogue
  const whole = retry ? `${reason} ${text(retry.k, retry.params)}` : reason
  const message = isDeclined(error) ? text(declined) : whole
  useEffect(() => announce(message, 'assertive'), [announce, message])
  return (
    <div className="notice" data-alert="failure">
      <span className="error">
        <Icon name="warning" />
      </span>
      <div className="main">
        <strong>
          <Text k={title} />
        </strong>{' '}
        <Reason error={error} declined={declined} />
        <ErrorDetails error={error} />
      </div>
    </div>
  )
}
