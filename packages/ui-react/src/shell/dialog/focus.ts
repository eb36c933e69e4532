const FOCUSABLE_SELECTOR = 'a[href],button,input,select,textarea,iframe,summary,[tabindex]'

/** The elements that Tab can reach inside `root`, in order, without hidden and disabled ones. */
export const tabbable = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE_SELECTOR)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }),
  )

/**
 * Keeps Tab within an element. A native modal dialog leaves one Tab stop to the browser's own
 * controls, and a non-modal dialog does not keep the focus at all.
 */
export function wrapTab(event: KeyboardEvent, root: HTMLElement, active: Element | null): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
  const stops = tabbable(root)
  const first = stops[0]
  const last = stops.at(-1)
  const isOutside = !active || !root.contains(active)
  if (!first || !last) event.preventDefault()
  else if (
    event.shiftKey
      ? isOutside ||
        active === first ||
        (!stops.includes(active as HTMLElement) && precedes(active, first))
      : active === last || isOutside
  ) {
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }
}

const precedes = (one: Element, other: Element): boolean =>
  !!(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
