import type { Social } from '../socials.js'
import type { EmbeddedContext } from '../options.js'

/** The way of a sign-in that needs the page for as long as it lasts. */
export type Way = Social | 'email'

/** Notes that a sign-in is under way on this page, or none any more. */
export function noteUnderWay({ storage }: EmbeddedContext, way: Way | undefined): void {
  if (way) storage.set('underWay', `${way} ${Date.now()}`)
  else storage.remove('underWay')
}
