import { useKitHost, type KitHost } from './host.js'

/** Gives a function that announces a text to screen readers: politely, or at once for errors. */
export const useAnnounce = (): KitHost['announce'] => useKitHost().announce
