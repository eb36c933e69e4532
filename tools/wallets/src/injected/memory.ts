import type { WalletMemory } from '../wallet/types.js'

/** The page's localStorage, which belongs to its origin; nothing where that is blocked. */
export function pageMemory(page: Window, key: string): WalletMemory {
  const storage = (): Storage | undefined => {
    try {
      return page.localStorage
    } catch {
      return undefined
    }
  }
  return {
    read: () => storage()?.getItem(key) ?? null,
    write: (text) => (text === null ? storage()?.removeItem(key) : storage()?.setItem(key, text)),
  }
}
