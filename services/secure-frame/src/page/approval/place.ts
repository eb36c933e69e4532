import type { Texts } from '../translations/en.js'
import { button, element } from './dom.js'
import { WINDOW_READY } from './ready.js'
import { canMeasure } from './watchCard.js'

type Self = Window & typeof globalThis

/** A place for a card: the frame itself, or a window of the secure origin. */
export interface Place {
  self: Self
  /** Settles when the person closed the window; never for the frame. */
  closed: Promise<void>
  leave(): void
}

const WINDOW = 'popup,width=460,height=720'
/** A closed window tells nobody. */
const POLL_MS = 300

/** A place in a window where something of the frame is shown already. */
export const placeIn = (self: Self): Place => ({
  self,
  closed: new Promise(() => undefined),
  leave: () => undefined,
})

/** Waits for the page of the window: it is the frame's own page, without a parent to talk to. */
export async function openWindow(self: Self, signal: AbortSignal): Promise<Place | undefined> {
  const opened = self.open(self.location.href, '', WINDOW) as Self | null
  if (!opened) return undefined
  const closed = new Promise<void>((resolve) => {
    const timer = self.setInterval(() => {
      if (!opened.closed && !signal.aborted) return
      self.clearInterval(timer)
      resolve()
    }, POLL_MS)
  })
  const ready = new Promise<void>((resolve) => {
    const listen = ({ source, origin, data }: MessageEvent): void => {
      if (source !== opened || origin !== self.location.origin || data !== WINDOW_READY) return
      self.removeEventListener('message', listen)
      resolve()
    }
    self.addEventListener('message', listen)
  })
  await Promise.race([ready, closed])
  return { self: opened, closed, leave: () => opened.close() }
}

/**
 * Finds the place where a request may be shown. Where the browser does not measure what covers the
 * frame, a click opens a window of the secure origin.
 */
export async function findPlace(
  self: Self,
  texts: Texts,
  isWindowAlways: boolean,
  signal: AbortSignal,
  onReject: () => void,
): Promise<Place> {
  if (canMeasure(self) && !isWindowAlways) return placeIn(self)
  const page = self.document
  return new Promise((resolve) => {
    const status = element(page, 'p', { class: 'status', role: 'status' })
    const open = button(page, texts['approve.window'], 'primary', () => {
      void openWindow(self, signal).then((place) => {
        status.textContent = texts[place ? 'approve.windowOpen' : 'approve.blocked']
        // A person may close the window before its page is there.
        if (place?.self.closed) onReject()
        else if (place) resolve(place)
      })
    })
    const reject = button(page, texts['approve.reject'], 'secondary', onReject)
    page.body.replaceChildren(
      element(
        page,
        'section',
        { class: 'card' },
        element(page, 'p', {}, texts['approve.windowWhy']),
        status,
        element(page, 'div', { class: 'buttons' }, reject, open),
      ),
    )
    open.focus()
  })
}
