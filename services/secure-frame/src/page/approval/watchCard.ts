import type { Arming } from './arming.js'

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

/** Whether this browser measures what stands over an element. Firefox and Safari do not. */
export const canMeasure = (self: Window & typeof globalThis): boolean =>
  'isVisible' in self.IntersectionObserverEntry.prototype

/**
 * Feeds the arming of a card with what the browser measures: the whole card, inside its frame and
 * through all frames around it.
 * @returns ends it
 */
export function watchCard(card: Element, arming: Arming, self: Window & typeof globalThis) {
  const { document: page } = self
  const init: MeasuredInit = { threshold: [0, 0.5, 1], trackVisibility: true, delay: DELAY_MS }
  const judge = (entries: readonly IntersectionObserverEntry[]): void => {
    const last = entries.at(-1) as MeasuredEntry | undefined
    if (last) arming.seen(last.isVisible && last.intersectionRatio >= 1 && !page.hidden)
  }
  const visible = new self.IntersectionObserver(judge, init)
  visible.observe(card)
  const disturb = (): void => arming.disturb()
  const hidden = (): void => {
    // The observer speaks again when the page is back.
    if (!page.hidden) return
    arming.seen(false)
    visible.unobserve(card)
    visible.observe(card)
  }
  const size = new self.ResizeObserver(disturb)
  size.observe(card)
  const abort = new AbortController()
  const options = { signal: abort.signal, capture: true, passive: true }
  for (const event of ['resize', 'scroll'] as const) self.addEventListener(event, disturb, options)
  page.addEventListener('visibilitychange', hidden, options)
  return {
    /** Takes in what was measured and not told yet: asked at a click, before it counts. */
    update: () => judge(visible.takeRecords()),
    stop(): void {
      visible.disconnect()
      size.disconnect()
      abort.abort()
      arming.stop()
    },
  }
}
