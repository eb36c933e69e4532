import type { MessageParams } from '@latchkey/plugin-api'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button, IconButton } from '../controls/Button.js'
import { CopyButton } from '../controls/CopyButton.js'
import { Icon, type IconName } from '../controls/Icon.js'
import { useAnnounce } from '../modal/useAnnounce.js'
import { wordsOf } from '../text/errorText.js'
import { Text, useMessages, type Message } from '../text/messages.js'

/** The empty state of a view: what is missing and what to do next. */
export function Empty({
  title,
  text,
  params,
  icon = 'info',
  children,
}: {
  title: string
  text?: string
  params?: MessageParams
  icon?: IconName
  children?: ReactNode
}): ReactNode {
  return (
    <div className="state">
      <span className="figure">
        <span className="picture letter round">
          <Icon name={icon} />
        </span>
      </span>
      <h2>
        <Text k={title} params={params} />
      </h2>
      {text !== undefined && (
        <p>
          <Text k={text} params={params} />
        </p>
      )}
      {children}
    </div>
  )
}

/**
 * The technical side of an error: its code for support, and behind a summary its details, a button
 * that copies both, and a link to its explanation.
 */
export function ErrorDetails({ error }: { error: unknown }): ReactNode {
  const { code, details, docs } = wordsOf(error)
  if (code === undefined && details === undefined) return null
  const all = [code, details].filter(Boolean).join('\n')
  return (
    <details>
      <summary>
        <Text k="ui.details" />
        {code !== undefined && (
          <>
            {' '}
            <bdi dir="ltr" className="code">
              {code}
            </bdi>
          </>
        )}
      </summary>
      <pre dir="ltr">{all}</pre>
      <CopyButton value={all} label={{ k: 'ui.copyDetails' }} />
      {docs !== undefined && <IconButton icon="external" label={{ k: 'ui.explain' }} href={docs} />}
    </details>
  )
}

export interface ErrorStateProps {
  /** Message key of the headline. */
  title: string
  /** Message key of what to do. The catalogue's text for the error if left out. */
  text?: string
  params?: MessageParams
  error?: unknown
  onRetry?(): void
}

/**
 * Finds the catalogue's text for an error: `errors.<code>`, or a general one. The error's own
 * message is never shown, because it may come from a page or a wallet.
 */
function useErrorMessage(): (error: unknown) => Message {
  const text = useMessages()
  return (error) => {
    const { code, params } = wordsOf(error)
    const k = `errors.${code}`
    return code === undefined || text(k, params) === k ? { k: 'errors.unknown' } : { k, params }
  }
}

/** Gives an error's text in the visitor's language as a string. `ErrorText` draws it. */
export function useErrorText(): (error: unknown) => string {
  const text = useMessages()
  const messageOf = useErrorMessage()
  return (error) => {
    const { k, params } = messageOf(error)
    return text(k, params)
  }
}

/** Draws an error's text in the visitor's language, with its message key. */
export const ErrorText = ({ error }: { error: unknown }): ReactNode => (
  <Text {...useErrorMessage()(error)} />
)

/**
 * An error with what happened, what to do, a code for support, and Retry. Screen readers announce
 * it at once.
 */
export function ErrorState({
  title,
  text: textKey,
  params,
  error,
  onRetry,
}: ErrorStateProps): ReactNode {
  const text = useMessages()
  const announce = useAnnounce()
  const retry = useRef<HTMLButtonElement>(null)
  const headline = text(title, params)
  useEffect(() => {
    announce(headline, 'assertive')
    retry.current?.focus({ preventScroll: true })
  }, [announce, headline])
  return (
    <div className="state">
      <span className="figure">
        <span className="picture letter round error">
          <Icon name="warning" />
        </span>
      </span>
      <h2>
        <Text k={title} params={params} />
      </h2>
      <p>
        {textKey === undefined ? <ErrorText error={error} /> : <Text k={textKey} params={params} />}
      </p>
      {onRetry && (
        <Button ref={retry} onClick={onRetry}>
          <Text k="ui.retry" />
        </Button>
      )}
      {error !== undefined && <ErrorDetails error={error} />}
    </div>
  )
}
