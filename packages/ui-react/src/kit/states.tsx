import type { MessageParams } from '@latchkey/plugin-api'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSession } from '../session/context.js'
import { Button, IconButton } from './Button.js'
import { CopyButton } from './CopyButton.js'
import { wordsOf } from './errorText.js'
import { Icon, type IconName } from './Icon.js'
import { Text, useMessages } from './messages.js'

/** Nothing here yet: what that means, and what to do next. */
export function Empty({ title, text, params, icon = 'info', children }: { title: string; text?: string; params?: MessageParams; icon?: IconName; children?: ReactNode }): ReactNode {
  return (
    <div className="state">
      <span className="figure"><span className="picture letter round"><Icon name={icon} /></span></span>
      <h2><Text k={title} params={params} /></h2>
      {text !== undefined && <p><Text k={text} params={params} /></p>}
      {children}
    </div>
  )
}

/** The technical side of an error: its code for support, and for those who open it the words, a way to copy both, and where it is explained. */
export function ErrorDetails({ error }: { error: unknown }): ReactNode {
  const { code, details, docs } = wordsOf(error)
  const text = useMessages()
  if (code === undefined && details === undefined) return null
  const all = [code, details].filter(Boolean).join('\n')
  return (
    <details>
      <summary><Text k="ui.details" />{code !== undefined && <> <bdi dir="ltr" className="code">{code}</bdi></>}</summary>
      <pre dir="ltr">{all}</pre>
      <CopyButton value={all} label={text('ui.copyDetails')} />
      {docs !== undefined && <IconButton icon="external" label={text('ui.explain')} href={docs} />}
    </details>
  )
}

export interface ErrorStateProps {
  /** Message key of the headline. */
  title: string
  /** Message key of what to do; the error's own text in the catalogue if left out. */
  text?: string
  params?: MessageParams
  error?: unknown
  onRetry?(): void
}

/** What an error says in the visitor's language: the catalogue's `errors.<code>`, or a general text. Never the error's own words. */
export function useErrorText(): (error: unknown) => string {
  const text = useMessages()
  return (error) => {
    const { code, params } = wordsOf(error)
    const key = `errors.${code}`
    const found = code === undefined ? key : text(key, params)
    return found === key ? text('errors.unknown') : found
  }
}

/** What happened, what to do, a code for support, and Retry. Announced at once. */
export function ErrorState({ title, text: textKey, params, error, onRetry }: ErrorStateProps): ReactNode {
  const text = useMessages()
  const errorText = useErrorText()
  const { announce } = useSession()
  const retry = useRef<HTMLButtonElement>(null)
  const headline = text(title, params)
  useEffect(() => {
    announce(headline, 'assertive')
    retry.current?.focus({ preventScroll: true })
  }, [announce, headline])
  return (
    <div className="state">
      <span className="figure"><span className="picture letter round error"><Icon name="warning" /></span></span>
      <h2><Text k={title} params={params} /></h2>
      <p>{textKey === undefined ? errorText(error) : <Text k={textKey} params={params} />}</p>
      {onRetry && <Button ref={retry} onClick={onRetry}><Text k="ui.retry" /></Button>}
      {error !== undefined && <ErrorDetails error={error} />}
    </div>
  )
}
