import { SOCIALS, type Social } from '../constants.js'

/** The way of a sign-in that needs the page for as long as it lasts. */
export type Way = Social | 'email'

const KEY = 'latchkey embedded sign-in'
/** Name of the window of a sign-in. */
export const POPUP_NAME = 'latchkey-social'
/** A page that comes back later than this, as with its browser the next day, begins nothing. */
const MAX_AGE_MS = 60 * 60_000

/** The storage of this tab alone, which a browser keeps that throws the page of the tab away. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.location && globalThis.sessionStorage
  } catch {
    // The browser keeps nothing here.
    return undefined
  }
}

/**
 * Whether the page of this tab was thrown away, or loaded anew, in the middle of a sign-in. The window of the
 * sign-in has a copy of the tab's storage.
 */
export const wasUnderWay = (): boolean =>
  globalThis.window?.name !== POPUP_NAME && !!tabStorage()?.getItem(KEY)

/** Notes that a sign-in is under way on this page, or none any more. */
export function noteUnderWay(way: Way | undefined): void {
  try {
    if (way) tabStorage()?.setItem(KEY, `${way} ${Date.now()}`)
    else tabStorage()?.removeItem(KEY)
  } catch {
    // The tab has no room: a sign-in goes on all the same.
  }
}

/** Takes the note that the page before this one left. Other scripts of the page can write it. */
export function takeUnderWay(): Way | undefined {
  const [kept, time] = tabStorage()?.getItem(KEY)?.split(' ') ?? []
  noteUnderWay(undefined)
  if (!(Math.abs(Date.now() - Number(time)) < MAX_AGE_MS)) return undefined
  return ([...SOCIALS, 'email'] as const).find((way) => way === kept)
}
