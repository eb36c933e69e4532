import type { Observable } from '@latchkey/plugin-api'
import { useSyncExternalStore } from 'react'

/**
 * Reads an observable. The component renders again when the value changes.
 * @param server what a server's HTML was made with: the first paint over it must say the same. Left
 * out: the value itself.
 */
export const useObservable = <T>({ subscribe, get }: Observable<T>, server: () => T = get): T =>
  useSyncExternalStore(subscribe, get, server)
