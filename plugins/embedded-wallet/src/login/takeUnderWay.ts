import { SOCIALS } from '../socials.js'
import type { EmbeddedContext } from '../options.js'
import type { Way } from './underWay.js'

/** A page that comes back later than this, as with its browser the next day, begins nothing. */
const MAX_AGE_MS = 60 * 60_000

/**
 * Whether the page of this tab was there before: it was loaded again, or its browser had thrown it away.
 * A page in a new tab, or in the window of a sign-in, was not.
 */
function wasHereBefore(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as { type?: string }[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}

/** Takes the note that the page before this one left, if one did. That of another tab stays. */
export function takeUnderWay({ storage }: EmbeddedContext): Way | undefined {
  const [kept, time] = storage.get('underWay')?.split(' ') ?? []
  const isRecent = Math.abs(Date.now() - Number(time)) < MAX_AGE_MS
  if (isRecent && !wasHereBefore()) return undefined
  storage.remove('underWay')
  return isRecent ? ([...SOCIALS, 'email'] as const).find((way) => way === kept) : undefined
}
