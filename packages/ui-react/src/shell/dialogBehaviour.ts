import type { Kernel } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { wrapTab } from './focus.js'
import { TITLE_ID, type Frame } from './createFrame.js'
import { lockScroll } from './scrollLock.js'

/** Libraries of the page that listen on the document (a host's own dialog) take what happens in here for a click outside of theirs. */
const SHIELDED = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchmove',
  'wheel',
  'focusin',
  'focusout',
  'click',
  'keydown',
  'keyup',
] as const

export interface DialogBehaviour {
  open(soft: boolean): void
  close(): void
  /** Modal or not, while it is open. */
  soften(soft: boolean): void
  dispose: Dispose
}

/** Keys and clicks: Esc goes back, Tab stays, the backdrop closes, and the page's own libraries hear nothing of it. */
function listen(
  { ports: { router, modal } }: Kernel,
  frame: Frame,
  dialog: HTMLDialogElement,
  signal: AbortSignal,
): void {
  for (const type of SHIELDED)
    frame.host.addEventListener(type, (event) => dialog.open && event.stopPropagation(), {
      passive: true,
      signal,
    })
  // The cancel event can be prevented only once per activation: Esc is taken before it becomes one.
  window.addEventListener(
    'keydown',
    (event) => {
      if (!dialog.open || !event.composedPath().includes(dialog)) return
      if (event.key === 'Escape' && !event.isComposing) {
        event.preventDefault()
        event.stopImmediatePropagation()
        router.back()
      } else wrapTab(event, frame.card, frame.shadow.activeElement)
    },
    { capture: true, signal },
  )
  dialog.addEventListener(
    'cancel',
    (event) => {
      if (event.target !== dialog || !event.cancelable) return
      event.preventDefault()
      router.back()
    },
    { signal },
  )
  let pressed: EventTarget | null = null
  dialog.addEventListener('pointerdown', ({ target }) => (pressed = target), { signal })
  // A text that is selected to the outside ends on the backdrop and means no close.
  dialog.addEventListener(
    'click',
    ({ target }) => target === dialog && pressed === dialog && modal.close(),
    { signal },
  )
}

/** Everything a dialog does besides what is in it: top layer, Esc, Tab, backdrop, shield, scroll lock. */
export function createDialogBehaviour(
  kernel: Kernel,
  frame: Frame,
  dialog: HTMLDialogElement,
): DialogBehaviour {
  const { modal, log } = kernel.ports
  const ends = new AbortController()
  let unlock: Dispose | undefined
  let isSoft = false

  const show = (soft: boolean): void => {
    // A page's own modal dialog makes all that is not in the top layer inert.
    isSoft = soft && !document.querySelector(':modal')
    dialog.toggleAttribute('data-soft', isSoft)
    if (isSoft) dialog.show()
    else dialog.showModal()
    // What came into the top layer before the dialog lies beneath it.
    const { toastsInside } = frame
    if (!toastsInside.matches(':popover-open')) return
    toastsInside.hidePopover()
    toastsInside.showPopover()
  }
  const close = (): void => {
    unlock?.()
    if (dialog.open) dialog.close()
  }
  listen(kernel, frame, dialog, ends.signal)
  dialog.addEventListener(
    'close',
    () => {
      // Forced by the browser, or told twice: the guards have the last word.
      if (!dialog.open && modal.get().open && !modal.close()) show(isSoft)
    },
    { signal: ends.signal },
  )

  return {
    close,
    open(soft) {
      if (dialog.open) return
      if (!dialog.isConnected)
        return log.warn(
          'The modal is nowhere on the page: with append: false, put the element of mountModal(kernel) into it.',
        )
      // Set by a host's dialog that hides everything else from screen readers.
      frame.host.removeAttribute('aria-hidden')
      frame.host.removeAttribute('inert')
      unlock = lockScroll()
      // The browser's own first focus, and no second one after it.
      frame.shadow.getElementById(TITLE_ID)?.toggleAttribute('autofocus', true)
      show(soft)
    },
    soften(soft) {
      if (!dialog.open || soft === isSoft) return
      const active = frame.shadow.activeElement
      dialog.close()
      show(soft)
      if (active instanceof HTMLElement) active.focus({ preventScroll: true })
    },
    dispose() {
      ends.abort()
      close()
    },
  }
}
