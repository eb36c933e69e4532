import type { Dispose } from '@latchkey/plugin-api'

/**
 * Adapts the modal to a visitor who asks for more contrast or forces colours, also later, and to Telegram. Few do, so
 * it is a chunk of its own; a page that cannot load it looks as usual.
 */
export function followSurroundings(shadow: ShadowRoot): Dispose {
  const wish = matchMedia('(prefers-contrast:more),(forced-colors)')
  const adapt = (): void =>
    void import('./surroundings.js').then(
      ({ adaptTo }) => adaptTo(shadow),
      () => undefined,
    )
  if (wish.matches || 'Telegram' in window) adapt()
  // The first change is to a match.
  else wish.addEventListener('change', adapt, { once: true })
  return () => wish.removeEventListener('change', adapt)
}
