import { useSyncExternalStore } from 'react'

const subscribe = (draw: () => void): (() => void) => {
  const names = ['online', 'offline'] as const
  for (const name of names) window.addEventListener(name, draw)
  return () => {
    for (const name of names) window.removeEventListener(name, draw)
  }
}
/** Whether the browser says that it is online. True on a server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
