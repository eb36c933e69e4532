import type { KernelPorts } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import type { DialogBehaviour } from './dialogBehaviour.js'

export interface Drawing {
  /** Draws the views and the toasts before it returns, with all changes of the stores until then. */
  draw(): void
  /**
   * Draws while the modal is closed, in slices between other tasks of the page: the toasts alone, or
   * with them the view that an opening would show.
   */
  drawAhead(hasViews: boolean): void
}
export type Opening = Pick<DialogBehaviour, 'open' | 'close' | 'soften'> & Drawing

/**
 * Whether a foreign window may draw over the modal now: the view allows it, or the wallet that is
 * connecting draws in the page.
 */
function allowsOverlays({ router, views, connections, connectors }: KernelPorts): boolean {
  const top = router.get().at(-1)?.view
  const { attempt } = connections.get()
  return (
    !!(top && views.find(top)?.definition.foreignOverlays) ||
    !!(attempt && connectors.find(attempt.connectorId)?.value.drawsInPage)
  )
}

/**
 * Longest wait of the first opening for the wallet list, in ms. Drawing the list once is faster
 * than drawing a skeleton first.
 */
const MAX_LIST_WAIT_MS = 60

/**
 * Opens and closes the dialog with the kernel's state. The content is drawn before the dialog is
 * shown.
 */
export function followOpening(
  ports: KernelPorts,
  { open, close, soften, draw, drawAhead }: Opening,
): Dispose {
  let isOpen = false
  let isWaiting = false
  let hasWaited = false
  let isGone = false
  let wasDrawn = false
  const wait = (): void => {
    isWaiting = true
    const enough = new Promise((resolve) => setTimeout(resolve, MAX_LIST_WAIT_MS))
    void Promise.race([enough, ports.late.load().catch(() => undefined)]).then(() => {
      isWaiting = false
      hasWaited = true
      begin()
    })
  }
  const update = (): void => {
    if (isWaiting || isGone) return
    const wanted = ports.modal.get().open
    if (wanted && !hasWaited && !ports.late.now()) return wait()
    if (wanted && isOpen) soften(allowsOverlays(ports))
    if (wanted === isOpen) return
    isOpen = wanted
    if (wanted) {
      wasDrawn = true
      draw()
      open(allowsOverlays(ports))
    } else close()
  }
  const begin = (): void => {
    update()
    if (!isOpen && !isWaiting && !isGone) drawAhead(false)
  }
  begin()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stops = [
    // In a task of its own, so that nothing that has just been loaded delays the page's events.
    ports.late.whenLoaded?.(() => {
      timer = setTimeout(() => isGone || wasDrawn || drawAhead(true))
    }) ?? (() => undefined),
    () => clearTimeout(timer),
    ports.modal.subscribe(update),
    ports.router.subscribe(update),
    ports.connections.subscribe(update),
    ports.views.subscribe(update),
  ]
  return () => {
    isGone = true
    for (const stop of stops) stop()
  }
}
