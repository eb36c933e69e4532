import type { Observable, Toast, ToastPort, ToastVariant } from '@latchkey/plugin-api'
import { createCell } from '../../state/cell.js'

/** Time in ms without a toast between two toasts. */
const GAP_MS = 150
/** Toasts that wait; the oldest beyond them are dropped. */
const MAX_QUEUED = 20
/** Time in ms for which a toast is shown; a loading toast stays until it is replaced or hidden. */
const LIFETIME_MS: Readonly<Record<ToastVariant, number | undefined>> = {
  info: 4000,
  error: 4000,
  success: 2000,
  loading: undefined,
}

export interface Toasts extends Observable<Toast | undefined>, ToastPort {
  dispose(): void
}

/**
 * Shows one toast at a time. A new toast closes the open one and is shown 150 ms later; further ones
 * queue. A toast without an end gives way after 4 s to those that wait.
 */
export function createToasts(onError: (error: unknown) => void): Toasts {
  const { get, set, subscribe } = createCell<Toast | undefined>(undefined, onError)
  let queue: Toast[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  // True in the gap between two toasts.
  let swapping = false
  let disposed = false

  const after = (ms: number, run: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const open = (toast: Toast): void => {
    set(Object.freeze(toast))
    clearTimeout(timer)
    const lasts = toast.autoClose ? LIFETIME_MS[toast.variant] : undefined
    if (lasts !== undefined || queue.length) after(lasts ?? 4000, hide)
  }
  const hide = (): void => {
    const toast = get()
    if (!toast?.open) return
    clearTimeout(timer)
    swapping = queue.length > 0
    if (swapping) after(GAP_MS, next)
    set(Object.freeze({ ...toast, open: false }))
  }
  const next = (): void => {
    swapping = false
    const toast = queue.shift()
    if (toast) open(toast)
  }
  return {
    get,
    subscribe,
    hide,
    show({ message, variant, svg, autoClose = variant !== 'loading' }) {
      if (disposed) return
      const toast: Toast = {
        message: String(message),
        variant,
        open: true,
        autoClose,
        ...(svg?.startsWith('data:image/') && { svg }),
      }
      if (!swapping && !get()?.open) return open(toast)
      queue = [...queue, toast].slice(-MAX_QUEUED)
      hide()
    },
    dispose() {
      disposed = true
      clearTimeout(timer)
      queue = []
    },
  }
}
