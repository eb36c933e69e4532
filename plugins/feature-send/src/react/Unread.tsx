import { Button, Icon, Text } from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import type { SendApi } from '../api.js'

/** How long a failed reading is not repeated, ms. */
const REST = 30_000
const SECOND = 1000

const restOf = (failedAt: number): number =>
  Math.min(REST, Math.max(0, failedAt + REST - Date.now()))

/** ms until a reading that failed may be repeated, once a second. */
function useRest(failedAt: number): number {
  const [seen, setSeen] = useState(() => ({ failedAt, rest: restOf(failedAt) }))
  useEffect(() => {
    if (seen.failedAt === failedAt && !seen.rest) return
    const timer = setTimeout(
      () => setSeen({ failedAt, rest: restOf(failedAt) }),
      seen.failedAt === failedAt ? Math.min(SECOND, seen.rest) : 0,
    )
    return () => clearTimeout(timer)
  }, [seen, failedAt])
  return seen.failedAt === failedAt ? seen.rest : REST
}

/** What the account holds could not be read: it is tried again after a while, and by whoever asks from then on. */
export function Unread({ failedAt, api }: { failedAt: number; api: SendApi }): ReactNode {
  const rest = useRest(failedAt)
  const isDue = rest === 0
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
            <Text k="send.retryIn" params={{ seconds: Math.ceil(rest / SECOND) }} />
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
