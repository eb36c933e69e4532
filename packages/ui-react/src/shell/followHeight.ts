import type { Dispose } from '@latchkey/plugin-api'

/** Gives the body the height of what is in it, so that CSS can animate the change. What comes into sight comes in its size, and does not grow into it. */
export function followHeight(body: HTMLElement, inner: HTMLElement): Dispose {
  let height = 0
  let room = 0
  const apply = (): void => {
    const now = inner.offsetHeight
    const wasHidden = !height
    height = now
    if (!now) return
    // Higher than the window can show is all the same: a long list that changes its length changes nothing here.
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
  // What comes into sight or goes is followed at once, what changes there in the frame to come: another height may take a scroll bar away, and with it change what is observed, which browsers report as an error of the page.
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
