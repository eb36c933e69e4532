import type { WalletMemory } from '../wallet/types.js'

/**
 * Remembers a text in the page's localStorage, by origin. It remembers nothing where storage is
 * blocked.
 */
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
