import { Button, Icon, Text } from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import type { SendApi } from '../api.js'

/** How long a failed reading is not repeated: `createTokenBalances` refuses it for as long. */
const RETRY_AFTER_MS = 30_000
const SECOND_MS = 1000

const remainingMs = (failedAt: number): number =>
  Math.min(RETRY_AFTER_MS, Math.max(0, failedAt + RETRY_AFTER_MS - Date.now()))

/** ms until the failed reading may be repeated, counted down once a second. */
function useRemainingMs(failedAt: number): number {
  const [last, setLast] = useState(() => ({ failedAt, remaining: remainingMs(failedAt) }))
  useEffect(() => {
    if (last.failedAt === failedAt && !last.remaining) return
    const timer = setTimeout(
      () => setLast({ failedAt, remaining: remainingMs(failedAt) }),
      last.failedAt === failedAt ? Math.min(SECOND_MS, last.remaining) : 0,
    )
    return () => clearTimeout(timer)
  }, [last, failedAt])
  return last.failedAt === failedAt ? last.remaining : RETRY_AFTER_MS
}

/**
 * Says that the balance could not be read. It is read again by itself when the pause is over, and
 * from then on by a button.
 */
export function UnreadBalance({ failedAt, api }: { failedAt: number; api: SendApi }): ReactNode {
  const remaining = useRemainingMs(failedAt)
  const isDue = remaining === 0
  useEffect(() => {
    if (isDue) void api.load()
  }, [isDue, failedAt, api])
  return (
    <div className="notice">
      <span className="warning">
        <Icon name="warning" />
      </span>
      <span className="main">
        <Text k="send.unread" />
        {!isDue && (
          <>
            {' '}
            <Text k="send.retryIn" params={{ seconds: Math.ceil(remaining / SECOND_MS) }} />
          </>
        )}
      </span>
      {isDue && (
        <Button onClick={() => void api.load()}>
          <Text k="send.retry" />
        </Button>
      )}
    </div>
  )
}
