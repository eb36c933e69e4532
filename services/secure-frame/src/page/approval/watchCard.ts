import type { Arming } from './arming.js'
import { createEnd, type Request } from './watchEnd.js'
import { watchPointer } from './watchPointer.js'

/** Version 2 of IntersectionObserver: it knows what covers or disguises an element. */
interface MeasuredEntry extends IntersectionObserverEntry {
  isVisible: boolean
}
interface MeasuredInit extends IntersectionObserverInit {
  trackVisibility: true
  delay: number
}
/** The least that browsers take. */
const DELAY_MS = 100
/** Device pixels of a CSS pixel. With fewer, by `zoom` of the page around, nobody can read the card. */
const LEAST_SCALE = 0.5

/** Whether this browser measures what stands over an element. Firefox and Safari do not. */
export const canMeasure = (self: Window & typeof globalThis): boolean =>
  'isVisible' in self.IntersectionObserverEntry.prototype

/**
 * Feeds the arming of a card with what the browser measures: the whole card, inside its frame and
 * through all frames around it. The end of its request, where it has one, must have been in sight
 * meanwhile. The frame must have the focus too: dialogs and lists that the browser draws over the page
 * take it away, and no observer sees them. The place of the frame under the pointer must not change.
 * @returns ends it
 */
export function watchCard(
  card: Element,
  arming: Arming,
  self: Window & typeof globalThis,
  request?: Request,
) {
  const { document: page } = self
  const init: MeasuredInit = { threshold: [0, 0.5, 1], trackVisibility: true, delay: DELAY_MS }
  const seenEnd = createEnd(request?.tellEnd)
  let isWhole = false
  let hasAsked = false
  const judge = (): void => {
    const isSeen = isWhole && !page.hidden && self.devicePixelRatio >= LEAST_SCALE
    // A frame that was hidden when the card was drawn could not take the focus.
    if (isSeen && !hasAsked) self.focus()
    hasAsked ||= isSeen
    arming.seen((seenEnd.isSeen(isSeen) || !request) && isSeen && page.hasFocus())
  }
  const measure = (entries: readonly IntersectionObserverEntry[]): void => {
    for (const { target, isVisible, intersectionRatio } of entries as readonly MeasuredEntry[])
      if (target === card) isWhole = isVisible && intersectionRatio >= 1
      else seenEnd.measured(isVisible && intersectionRatio >= 0.5)
    judge()
  }
  const visible = new self.IntersectionObserver(measure, init)
  visible.observe(card)
  if (request) visible.observe(request.end)
  const { disturb } = arming
  const resized = (): void => {
    seenEnd.forget()
    disturb()
    judge()
    if (!request) return
    visible.unobserve(request.end)
    visible.observe(request.end)
  }
  const hidden = (): void => {
    // The observer speaks again when the page is back.
    if (!page.hidden) return
    isWhole = false
    judge()
    visible.unobserve(card)
    visible.observe(card)
  }
  const size = new self.ResizeObserver(resized)
  size.observe(card)
  const abort = new AbortController()
  const options = { signal: abort.signal, capture: true, passive: true }
  for (const event of ['resize', 'scroll'] as const) self.addEventListener(event, disturb, options)
  for (const event of ['focus', 'blur'] as const) self.addEventListener(event, judge, options)
  page.addEventListener('visibilitychange', hidden, options)
  watchPointer(page, disturb, abort.signal)
  return {
    /** Takes in what was measured and not told yet: asked at a click, before it counts. */
    update: () => measure(visible.takeRecords()),
    stop(): void {
      visible.disconnect()
      size.disconnect()
      abort.abort()
      arming.stop()
    },
  }
}
