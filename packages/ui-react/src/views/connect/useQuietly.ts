import type { Observable } from '@latchkey/plugin-api'
import { useCallback, useSyncExternalStore } from 'react'
import { usePorts } from '../../context.js'

/** Delay in ms before a closed modal draws changes. */
const HIDDEN_RENDER_DELAY_MS = 300

/**
 * Reads an observable for a view that a connect leaves. A change is drawn in a task of its own, and
 * later where the modal is closed by then: the page shows the new account without waiting for a view
 * that nobody sees.
 */
export function useQuietly<T>({
  subscribe,
  get,
}: {
  subscribe: Observable<unknown>['subscribe']
  get(this: void): T
}): T {
  const { modal } = usePorts()
  const quietly = useCallback(
    (draw: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const soon = (): void => {
        clearTimeout(timer)
        timer = setTimeout(draw, modal.get().open ? 0 : HIDDEN_RENDER_DELAY_MS)
      }
      const stops = [subscribe(soon), modal.subscribe(soon), () => clearTimeout(timer)]
      return () => stops.forEach((stop) => stop())
    },
    [subscribe, modal],
  )
  return useSyncExternalStore(quietly, get)
}
