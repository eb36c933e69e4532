import type { Dispose } from '@latchkey/plugin-api'

/**
 * Adapts the modal to a visitor who asks for more contrast or forces colours, also later, and to Telegram. Few do, so
 * it is a chunk of its own; a page that cannot load it looks as usual.
 */
export function followSurroundings(shadow: ShadowRoot): Dispose {
  const wish = matchMedia('(prefers-contrast:more),(forced-colors)')
  const stop = (): void => void (wish.onchange = null)
  const look = (): void => {
    if (!wish.matches && !('Telegram' in window)) return
    stop()
    import('./surroundings.js').then(
      ({ adaptTo }) => adaptTo(shadow),
      () => undefined,
    )
  }
  wish.onchange = look
  look()
  return stop
}
