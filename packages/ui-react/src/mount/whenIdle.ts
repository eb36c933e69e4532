import type { Dispose } from '@latchkey/plugin-api'

/** Whether the visitor's browser asks pages to load less (Save-Data). */
export const savesData = (): boolean =>
  !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData

/** Time in ms after the page's load, where the browser cannot tell when it is idle. */
const NO_IDLE_DELAY_MS = 1_000

/** Runs once when the page has loaded and the browser has nothing to do. */
export function whenIdle(run: () => void): Dispose {
  const ends = new AbortController()
  const { signal } = ends
  const once = (): void => void (signal.aborted || run())
  const wait = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(once)
    else setTimeout(once, NO_IDLE_DELAY_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true, signal })
  return () => ends.abort()
}
