import type { Dispose } from '@latchkey/plugin-api'
import { TITLE_ID, type Frame } from '../frame/createFrame.js'

/** Time in ms that a view has to set the focus itself. */
const FOCUS_GRACE_MS = 100

/** Whether the focus is elsewhere in the page, or in a window that a wallet drew over it. */
export const isElsewhere = (host: Element): boolean =>
  ![null, document.body, host].includes(document.activeElement) && host.getRootNode() === document

/**
 * Puts the focus on the title if the focused element was removed, so that keyboard users do not
 * lose their place.
 */
export function keepFocus({ content, shadow, host, dialog }: Frame): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined
  const restoreFocus = (): void => {
    timer = undefined
    if (dialog?.open && !shadow.activeElement && !isElsewhere(host))
      shadow.getElementById(TITLE_ID)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => (timer ??= setTimeout(restoreFocus, FOCUS_GRACE_MS)))
  observer.observe(content, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}
