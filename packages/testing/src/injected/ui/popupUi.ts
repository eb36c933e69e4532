import type { PromptUi, PromptView } from '../../wallet/types.js'
import { adoptStyles, createPanel, panelStyles } from './panel.js'

const graceMs = 400
const closedCheckMs = 200

/** Beside the page's right edge, where extensions open theirs. */
function openWindow(page: Window): Window | undefined {
  const place = `left=${page.screenX + Math.max(0, page.outerWidth - 400)},top=${page.screenY + 60}`
  return page.open('', '', `popup,width=380,height=560,${place}`) ?? undefined
}

/**
 * The prompt in a window of its own, as a browser extension has it. `show` opens it in the task of
 * the request, where the visitor's click still counts; where the browser refuses, `fallback` asks.
 */
export function createPopupUi(
  page: Window & typeof globalThis,
  walletName: string,
  fallback: PromptUi,
): PromptUi {
  let popup: Window | undefined
  let current: PromptView | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  let watching: ReturnType<typeof setInterval> | undefined

  const close = () => {
    clearTimeout(closing)
    clearInterval(watching)
    popup?.close()
    popup = undefined
  }
  const draw = () => {
    if (!popup || popup.closed) return
    popup.document.title = walletName
    adoptStyles(popup.document, popup, panelStyles)
    popup.document.body.replaceChildren(
      ...(current ? [createPanel(popup.document, walletName, current)] : []),
    )
  }
  const open = (): boolean => {
    if (popup && !popup.closed) return true
    clearInterval(watching)
    popup = openWindow(page)
    if (!popup) return false
    popup.addEventListener('load', draw) // some browsers replace the first empty document
    watching = setInterval(() => {
      if (popup?.closed) current?.rejectAll()
    }, closedCheckMs)
    return true
  }
  page.addEventListener('pagehide', close)

  return {
    show(view) {
      current = view
      clearTimeout(closing)
      if (!view) {
        fallback.show(undefined)
        draw()
        // Kept for a moment: the next request of the same click finds it and needs no new click.
        closing = setTimeout(close, graceMs)
      } else if (open()) {
        fallback.show(undefined)
        draw()
        popup?.focus()
      } else fallback.show(view)
    },
    dispose() {
      close()
      fallback.dispose()
      page.removeEventListener('pagehide', close)
    },
  }
}
