import { useEffect } from 'react'
import type { EmbeddedApi } from '../api.js'

/** Makes the frame once the modal has been drawn, so that a sign-in need not wait for it. */
export function usePrepared({ prepare }: EmbeddedApi): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(prepare, 200)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(prepare, { timeout: 2_000 })
    return () => cancelIdleCallback(id)
  }, [prepare])
}
