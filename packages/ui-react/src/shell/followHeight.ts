import type { Dispose } from '@latchkey/plugin-api'

/** Gives the body the height of what is in it, so that CSS can animate the change. */
export function followHeight(body: HTMLElement, inner: HTMLElement): Dispose {
  const apply = (): void => {
    const height = inner.offsetHeight
    if (!height) return
    body.style.blockSize = `${height}px`
    body.toggleAttribute('data-scrolls', height > Number.parseFloat(getComputedStyle(body).maxBlockSize || '0'))
  }
  const observer = new ResizeObserver(apply)
  observer.observe(inner)
  window.addEventListener('resize', apply)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', apply)
  }
}
