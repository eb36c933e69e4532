import type { Dispose } from '@latchkey/plugin-api'

/**
 * Sets the body's height to that of its content, so that CSS can animate the change. Content that
 * appears first has its height at once, without an animation.
 */
export function followHeight(body: HTMLElement, inner: HTMLElement): Dispose {
  let height = 0
  let room = 0
  const apply = (): void => {
    const now = inner.offsetHeight
    const wasHidden = !height
    height = now
    if (!now) return
    // Heights beyond the window's count as equal, so that a long list can change its length without
    // a layout change here.
    const size = `${Math.min(now, 2 * window.innerHeight)}px`
    if (body.style.blockSize === size && room === window.innerHeight) return
    room = window.innerHeight
    body.style.transition = wasHidden ? 'none' : ''
    body.style.blockSize = size
    body.toggleAttribute(
      'data-scrolls',
      now > Number.parseFloat(getComputedStyle(body).maxBlockSize || '0'),
    )
  }
  // Content that appears or disappears is followed at once. Other changes wait for the next frame:
  // a new height may remove a scroll bar and so change the observed size again, which browsers
  // report as an error of the page.
  let frame = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    if (height && inner.offsetHeight) frame = requestAnimationFrame(apply)
    else apply()
  })
  observer.observe(inner)
  window.addEventListener('resize', apply)
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    window.removeEventListener('resize', apply)
  }
}
