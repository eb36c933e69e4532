import type { Dispose } from '@latchkey/plugin-api'
import { TITLE_ID, type Frame } from './createFrame.js'

/** ms that a view has to put the focus somewhere by itself. */
const PATIENCE = 100

/** Whether somebody is at work in the page around, or in a window that a wallet drew over it. */
export const isElsewhere = (host: Element): boolean =>
  ![null, document.body, host].includes(document.activeElement) && host.getRootNode() === document

/** Puts the focus on the title where what had it went away: nobody who works by keys is left without a place. */
export function keepFocus({ content, shadow, host, dialog }: Frame): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    timer = undefined
    if (dialog?.open && !shadow.activeElement && !isElsewhere(host))
      shadow.getElementById(TITLE_ID)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => (timer ??= setTimeout(look, PATIENCE)))
  observer.observe(content, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}
