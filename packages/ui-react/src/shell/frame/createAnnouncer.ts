import type { Dispose } from '@latchkey/plugin-api'

/**
 * Announces a text in a live region. The region is emptied first, so that the same text is read
 * again.
 */
export function createAnnouncer(
  polite: HTMLElement,
  assertive: HTMLElement,
): { announce(text: string, urgency?: 'polite' | 'assertive'): void; dispose: Dispose } {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  return {
    announce(text, urgency = 'polite') {
      const region = urgency === 'polite' ? polite : assertive
      region.textContent = ''
      const timer = setTimeout(() => {
        timers.delete(timer)
        region.textContent = text
      }, 50)
      timers.add(timer)
    },
    dispose() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
