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
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'

/** The server's own words, where an error has some. They were cleaned when they were read. */
function reasonOf(error: unknown): string {
  const isOurs =
    isLatchkeyError(error, 'names.register_failed') ||
    isLatchkeyError(error, 'names.suggestions_failed')
  return isOurs ? error.context.reason : ''
}

/** Whether the visitor declined, or stopped waiting for the wallet. */
const isDeclined = (error: unknown): boolean =>
  isLatchkeyError(error, 'wallet.user_rejected') || isLatchkeyError(error, 'kernel.aborted')

/** An error in words: the server's, or the catalogue's. */
export function Reason({ error }: { error: unknown }): ReactNode {
  const reason = reasonOf(error)
  if (isDeclined(error)) return <Text k="names.notSigned" />
  return reason ? <bdi>{showHidden(reason)}</bdi> : <ErrorText error={error} />
}

/** A registration that failed, or that the visitor declined. */
export function Failure({ error }: { error: unknown }): ReactNode {
  const announce = useAnnounce()
  const catalogue = useErrorText()(error)
  const text = useMessages()
  const message = isDeclined(error) ? text('names.notSigned') : reasonOf(error) || catalogue
  useEffect(() => announce(message, 'assertive'), [announce, message])
  return (
    <div className="notice" data-alert="failure">
      <span className="error">
        <Icon name="warning" />
      </span>
      <div className="main">
        <strong>
          <Text k="names.notRegistered" />
        </strong>{' '}
        <Reason error={error} />
        <ErrorDetails error={error} />
      </div>
    </div>
  )
}
