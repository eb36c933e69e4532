import { brand } from '@latchkey/plugin-api'
import { css as blocks } from '../../styles/blocks.css?text'
import { css as controls } from '../../styles/controls.css?text'
import { css as frame } from '../../styles/frame.css?text'
import { css as views } from '../../styles/views.css?text'
import { toSheet } from '../../theme/applyTheme.js'

/** The nodes that exist as long as the modal's element. */
export interface Frame {
  readonly host: HTMLElement
  readonly shadow: ShadowRoot
  readonly root: HTMLElement
  /** `undefined` if the views are embedded in the page. */
  readonly dialog: HTMLDialogElement | undefined
  readonly card: HTMLElement
  /** The element that React renders into. */
  readonly content: HTMLElement
  readonly stage: HTMLElement
  /**
   * The two places for toasts: one inside the dialog, because toasts outside cannot be clicked
   * while it is open, and one beside it.
   */
  readonly toastsInside: HTMLElement
  readonly toastsOutside: HTMLElement
  readonly polite: HTMLElement
  readonly assertive: HTMLElement
}

export const TITLE_ID = `${brand.elementPrefix}-title`

function box(
  className: string,
  parent: Node,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  parent.appendChild(element)
  return element
}

export function createFrame(host: HTMLElement, isInline: boolean): Frame {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [frame, controls, blocks, views].map(toSheet)
  host.toggleAttribute('data-inline', isInline)
  const root = box(isInline ? 'root inline' : 'root', shadow, { part: 'root' })
  const dialog = isInline ? undefined : document.createElement('dialog')
  if (dialog) {
    dialog.className = 'dialog'
    dialog.setAttribute('part', 'dialog')
    dialog.setAttribute('aria-labelledby', TITLE_ID)
    root.append(dialog)
  }
  const around = dialog ?? root
  const card = box(
    'card',
    around,
    isInline
      ? { part: 'card', role: 'region', 'aria-labelledby': TITLE_ID, tabindex: '-1' }
      : { part: 'card', tabindex: '-1' },
  )
  return {
    host,
    shadow,
    root,
    dialog,
    card,
    content: box('content', card),
    stage: box('stage', card, { part: 'stage' }),
    toastsInside: box('toasts', around, { popover: 'manual' }),
    polite: box('quiet', around, { 'aria-live': 'polite' }),
    assertive: box('quiet', around, { 'aria-live': 'assertive' }),
    toastsOutside: box('toasts', root, { popover: 'manual' }),
  }
}
