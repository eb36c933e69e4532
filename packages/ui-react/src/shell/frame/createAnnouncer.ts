import type { Dispose } from '@latchkey/plugin-api'

/** Time in ms that a text stays, for a screen reader to take it up. */
const STAY_MS = 1000

/**
 * Announces a text in a live region. The region is emptied first, so that the same text is read
 * again, and a second later, so that nobody who reads the modal to its end meets old news.
 */
export function createAnnouncer(
  polite: HTMLElement,
  assertive: HTMLElement,
): { announce(text: string, urgency?: 'polite' | 'assertive'): void; dispose: Dispose } {
  const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>()
  return {
    announce(text, urgency = 'polite') {
      const region = urgency === 'polite' ? polite : assertive
      const empty = (): void => void (region.textContent = '')
      clearTimeout(timers.get(region))
      empty()
      const show = (): void => {
        region.textContent = text
        timers.set(region, setTimeout(empty, STAY_MS))
      }
      timers.set(region, setTimeout(show, 50))
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
