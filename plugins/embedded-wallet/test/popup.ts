import { vi } from 'vitest'
import type { FrameWindow } from './frameWindow.js'
import { SECURE } from './site.js'

/** A window that was opened, without a document. */
export class FakePopup {
  closed = false
  readonly location = { href: 'about:blank' }
  close(): void {
    this.closed = true
  }
  get window(): Window {
    return this as unknown as Window
  }
}

/** Stands for `window.open`: each call opens a popup, or none where the browser blocks it. */
export function stubOpen(): { calls: unknown[][]; popups: FakePopup[]; isBlocked: boolean } {
  const opened = { calls: [] as unknown[][], popups: [] as FakePopup[], isBlocked: false }
  vi.stubGlobal('open', (...args: unknown[]) => {
    opened.calls.push(args)
    if (opened.isBlocked) return null
    const popup = new FakePopup()
    opened.popups.push(popup)
    return popup
  })
  return opened
}

/** The address of a result, as the callback's page and the frame name it. */
export const RESULT = `${SECURE}/v1/social/result?login=1&result=secret`

/** The callback's page posts the result to the window that opened it. */
export const postResult = (
  content: FrameWindow,
  popup: FakePopup,
  { uri = RESULT, origin = SECURE, source = popup as unknown } = {},
): void => content.post({ type: 'latchkey social result', uri }, origin, source)
