import type { Relayer } from './internals.js'
import { drop } from './socket.js'

/**
 * Listens for the network or the page coming back. It replaces the library's own listeners, which
 * cannot be removed.
 */
export function watchPage(relayer: Relayer, check: () => void): () => void {
  relayer.registerEventListeners = async () => undefined
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => undefined
  const onVisible = (): void => void (document.visibilityState === 'visible' && check())
  const onOffline = (): void => void (relayer.connected && drop(relayer.provider))
  const listeners = [
    [window, 'online', check],
    [window, 'pageshow', check],
    [window, 'offline', onOffline],
    [document, 'visibilitychange', onVisible],
  ] as const
  for (const [target, event, listener] of listeners) target.addEventListener(event, listener)
  return () => {
    for (const [target, event, listener] of listeners) target.removeEventListener(event, listener)
  }
}
