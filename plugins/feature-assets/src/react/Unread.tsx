import { Button, ErrorDetails, ErrorState, Icon, Text } from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import { LIFETIME_MS } from '../lifetime.js'

const SECOND_MS = 1000

const remainingMs = (failedAt: number): number =>
  Math.min(LIFETIME_MS, Math.max(0, failedAt + LIFETIME_MS - Date.now()))

/** Seconds until a failed reading may be repeated, counted down. */
function useSecondsLeft(failedAt: number): number {
  const [, setTick] = useState(0)
  const left = remainingMs(failedAt)
  useEffect(() => {
    if (!left) return
    const timer = setTimeout(() => setTick((tick) => tick + 1), Math.min(SECOND_MS, left))
    return () => clearTimeout(timer)
  })
  return Math.ceil(left / SECOND_MS)
}

export interface UnreadProps {
  /** Message key of the headline. */
  title: string
  failedAt: number
  error: unknown
  /** Whether older data is on the screen below: the failure takes one line then. */
  isBeside: boolean
  onRetry(): void
}

/**
 * Says that something could not be read, and when it is tried again: for 30 s nobody is asked, and
 * then there is a button.
 */
export function Unread({ title, failedAt, error, isBeside, onRetry }: UnreadProps): ReactNode {
  const seconds = useSecondsLeft(failedAt)
  const wait = seconds > 0 && <Text k="assets.retryIn" params={{ seconds }} />
  if (!isBeside)
    return (
      <>
        <ErrorState title={title} error={error} {...(!wait && { onRetry })} />
        {wait && (
          <p className="hint" style={{ textAlign: 'center' }}>
            {wait}
          </p>
        )}
      </>
    )
  return (
    <div className="notice">
      <span className="warning">
        <Icon name="warning" />
      </span>
      <span className="main">
        <Text k={title} /> {wait && <br />}
        {wait}
        <ErrorDetails error={error} />
      </span>
      {!wait && (
        <Button onClick={onRetry}>
          <Text k="ui.retry" />
        </Button>
      )}
    </div>
  )
}
