import type { Observable, Toast, ToastPort, ToastVariant } from '@latchkey/plugin-api'
import { createCell } from './cell.js'

/** How long the place stays empty between two toasts, ms. */
const SWAP = 150
const LONGEST_QUEUE = 20
/** ms; a loading toast stays until it is replaced or hidden. */
const LASTS: Readonly<Record<ToastVariant, number | undefined>> = {
  info: 4000,
  error: 4000,
  success: 2000,
  loading: undefined,
}

export interface Toasts extends Observable<Toast | undefined>, ToastPort {
  dispose(): void
}

/**
 * One toast at a time. A new one closes the one that is open and shows 150 ms later; more wait their turn, the oldest of more than 20 being dropped.
 * One that would stay for ever gives way after 4 s to those that wait.
 */
export function createToasts(onError: (error: unknown) => void): Toasts {
  const { get, set, subscribe } = createCell<Toast | undefined>(undefined, onError)
  let queue: Toast[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  // Set while the place is empty between two toasts.
  let swapping = false
  let disposed = false

  const after = (ms: number, run: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const open = (toast: Toast): void => {
    set(Object.freeze(toast))
    clearTimeout(timer)
    const lasts = toast.autoClose ? LASTS[toast.variant] : undefined
    if (lasts !== undefined || queue.length) after(lasts ?? 4000, hide)
  }
  const hide = (): void => {
    const toast = get()
    if (!toast?.open) return
    clearTimeout(timer)
    swapping = queue.length > 0
    if (swapping) after(SWAP, next)
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
      queue = [...queue, toast].slice(-LONGEST_QUEUE)
      hide()
    },
    dispose() {
      disposed = true
      clearTimeout(timer)
      queue = []
    },
  }
}
