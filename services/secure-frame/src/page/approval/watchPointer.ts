/** CSS pixels that the rounding of a browser may make. */
const SLACK = 2
/** The most by which the zoom of a page makes a way in it longer or shorter than on the screen. */
const MOST_ZOOM = 5

/** Whether a way within the frame cannot be the way of the pointer on the screen. */
const isApart = (inFrame: number, onScreen: number): boolean =>
  Math.abs(inFrame) > Math.abs(onScreen) * MOST_ZOOM + SLACK ||
  (Math.abs(inFrame) > SLACK && Math.abs(onScreen) > SLACK && inFrame * onScreen < 0)

/**
 * Tells when the page around may have moved the frame under the pointer: the pointer is newly over the
 * frame, or it moved within the frame and not on the screen. A finger has no place before it touches, so
 * that touches tell nothing.
 */
export function watchPointer(page: Document, onMove: () => void, signal: AbortSignal): void {
  let last: PointerEvent | undefined
  const compare = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    const before = last
    last = event
    if (!before) return
    const isMoved =
      isApart(event.clientX - before.clientX, event.screenX - before.screenX) ||
      isApart(event.clientY - before.clientY, event.screenY - before.screenY)
    if (isMoved) onMove()
  }
  const enter = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    last = event
    onMove()
  }
  const options = { signal, capture: true, passive: true }
  page.documentElement.addEventListener('pointerenter', enter, { signal, passive: true })
  page.addEventListener('pointermove', compare, options)
  page.addEventListener('pointerdown', compare, options)
}
