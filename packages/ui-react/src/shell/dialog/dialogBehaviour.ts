import type { Kernel } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { TITLE_ID, type Frame } from '../frame/createFrame.js'
import { wrapTab } from './focus.js'
import { lockScroll } from './scrollLock.js'

/**
 * Events that must not reach the page. Libraries that listen on the document, such as a host's own
 * dialog, take an event in here for a click outside of theirs.
 */
const SHIELDED_EVENTS = [
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
  /** Switches an open dialog between modal and non-modal. */
  soften(soft: boolean): void
  dispose: Dispose
}

/**
 * Handles keys and clicks: Esc goes back, Tab stays inside, a click on the backdrop closes, and
 * none of them reaches the page's own libraries.
 */
function listen(
  { ports: { router, modal } }: Kernel,
  frame: Frame,
  dialog: HTMLDialogElement,
  signal: AbortSignal,
): void {
  for (const type of SHIELDED_EVENTS)
    frame.host.addEventListener(type, (event) => dialog.open && event.stopPropagation(), {
      passive: true,
      signal,
    })
  // A page can prevent the `cancel` event only once per user activation, so Esc is handled as a key
  // before it becomes one.
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
  // A text selection that is dragged outside ends with a click on the backdrop, which must not
  // close the modal.
  dialog.addEventListener(
    'click',
    ({ target }) => target === dialog && pressed === dialog && modal.close(),
    { signal },
  )
}

/**
 * The behaviour of the dialog element, apart from its content: top layer, Esc, Tab, backdrop, event
 * shield, scroll lock.
 */
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
    // A modal dialog of the page makes everything inert that is not in the top layer.
    isSoft = soft && !document.querySelector(':modal')
    dialog.toggleAttribute('data-soft', isSoft)
    if (isSoft) dialog.show()
    else dialog.showModal()
    // Elements that entered the top layer before the dialog lie beneath it.
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
      // The browser closed the dialog by itself. Closing guards decide whether it stays closed.
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
          'The modal is not on the page. With append: false, add the element of mountModal(kernel).',
        )
      // A host's dialog sets this to hide everything else from screen readers.
      frame.host.removeAttribute('aria-hidden')
      frame.host.removeAttribute('inert')
      unlock = lockScroll()
      // Lets the browser focus the title when it opens the dialog, so that the focus does not move
      // a second time.
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
