import type { Arming } from './arming.js'
import { createEnd, type Request } from './watchEnd.js'

/** In a window of its own the page is visible where the browser says so and it has the focus. */
export function watchWindow(
  card: Element,
  arming: Arming,
  self: Window & typeof globalThis,
  { end, tellEnd }: Request,
) {
  const { document: page } = self
  const seenEnd = createEnd(tellEnd)
  const update = (): void => {
    const isVisible = !page.hidden
    const isRead = seenEnd.isSeen(isVisible)
    arming.seen(isVisible && page.hasFocus() && isRead)
  }
  const measure = (entries: readonly IntersectionObserverEntry[]): void => {
    const last = entries.at(-1)
    if (last) seenEnd.measured(last.intersectionRatio >= 0.5)
    update()
  }
  const observer = new self.IntersectionObserver(measure, { threshold: [0, 0.5, 1] })
  observer.observe(end)
  const size = new self.ResizeObserver(() => {
    seenEnd.forget()
    arming.disturb()
    update()
    observer.unobserve(end)
    observer.observe(end)
  })
  size.observe(card)
  const abort = new AbortController()
  const { signal } = abort
  for (const event of ['focus', 'blur'] as const) self.addEventListener(event, update, { signal })
  page.addEventListener('visibilitychange', update, { signal })
  for (const event of ['resize', 'scroll'] as const)
    self.addEventListener(event, () => arming.disturb(), { signal, capture: true })
  update()
  return {
    update: () => measure(observer.takeRecords()),
    stop(): void {
      observer.disconnect()
      size.disconnect()
      abort.abort()
      arming.stop()
    },
  }
}
