import { useAnnounce, useMessages } from '@latchkey/ui-react/kit'
import { useEffect } from 'react'

/** How long the visitor must have stopped typing before the result is announced. */
const TYPING_PAUSE_MS = 500

/**
 * Announces to screen readers how many entries a search has found. `k`: the message key for one or
 * more.
 */
export function useAnnounceFound(search: string, count: number, k: string): void {
  const announce = useAnnounce()
  const text = useMessages()
  const message = text(count ? k : 'send.noToken', { count })
  useEffect(() => {
    if (!search) return
    const timer = setTimeout(() => announce(message), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, message, announce])
}
