import type { Context } from './types.js'

/** Tells the site's other tabs that somebody signed in or out, and hears it of them. */
export interface Tabs {
  tell(): void
}
export function createTabs({ storage, onDispose }: Context, changed: () => void): Tabs {
  let own: string | undefined
  onDispose(
    storage.subscribe('changed', (value) => {
      if (value !== undefined && value !== own) changed()
    }),
  )
  return {
    tell() {
      own = `${Date.now()} ${Math.random()}`
      storage.set('changed', own)
    },
  }
}
