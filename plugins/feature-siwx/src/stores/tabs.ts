import type { Context } from '../types.js'

/** Tells the site's other tabs that the visitor signed in or out, and follows theirs. */
export interface Tabs {
  announceChange(): void
}
export function createTabs({ storage, onDispose }: Context, onOtherTab: () => void): Tabs {
  let own: string | undefined
  onDispose(
    storage.subscribe('changed', (value) => {
      if (value !== undefined && value !== own) onOtherTab()
    }),
  )
  return {
    announceChange() {
      own = `${Date.now()} ${Math.random()}`
      storage.set('changed', own)
    },
  }
}
