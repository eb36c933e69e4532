import type { PromptUi, PromptView } from '../../wallet/types.js'
import { adoptStyles, createPanel, panelStyles } from './panel.js'

// A site's own dialog listens to these events on the document to close itself or to take the focus
// back. A real wallet's window would not cause them, so they are stopped here.
const quiet = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'click',
  'keydown',
  'keyup',
  'focusin',
  'focusout',
] as const
const styles = `${panelStyles}
  dialog {
    position: fixed; inset: 12px 12px auto auto; margin: 0; padding: 0; overflow: auto;
    width: min(360px, calc(100vw - 24px)); max-height: calc(100vh - 24px);
    border: 1px solid #b9c9c1; border-radius: 12px; box-shadow: 0 12px 40px rgb(0 0 0 / 30%);
    background: #fff; color: #10231b;
  }
  dialog::backdrop { background: transparent; }`

/**
 * The prompt in the page's corner. It is a modal dialog of its own, because a modal dialog of the
 * site makes everything outside itself inert, popovers too; only a later modal dialog lies above.
 */
export function createPageUi(page: Window & typeof globalThis, walletName: string): PromptUi {
  let host: HTMLElement | undefined

  const close = () => {
    host?.shadowRoot?.querySelector('dialog')?.close() // gives the focus back
    host?.remove()
    host = undefined
  }
  const open = (view: PromptView) => {
    host = page.document.createElement('div')
    host.dataset['localnetWallet'] = ''
    for (const type of quiet) host.addEventListener(type, (event) => event.stopPropagation())
    const root = host.attachShadow({ mode: 'open' })
    adoptStyles(root, page, styles)
    const dialog = page.document.createElement('dialog')
    dialog.setAttribute('aria-label', view.prompt.title)
    dialog.append(createPanel(page.document, walletName, view))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      view.reject()
    })
    // A browser may close a dialog without `cancel` when the visitor has done nothing since the
    // last one.
    dialog.addEventListener('close', () => view.reject())
    root.append(dialog)
    // Outside <body>, so that a site that switches the body's pointer events off leaves the wallet
    // alone.
    page.document.documentElement.append(host)
    dialog.showModal()
  }
  return {
    show(view) {
      close()
      if (view) open(view)
    },
    dispose: close,
  }
}
