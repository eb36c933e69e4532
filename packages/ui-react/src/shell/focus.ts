const CANDIDATES = 'a[href],button,input,select,textarea,iframe,summary,[tabindex]'

/** What Tab can reach in here, in order, apart from what is hidden or off. */
export const tabbable = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CANDIDATES)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }),
  )

/** Keeps Tab within an element. A native modal dialog leaves one stop to the browser's own controls, and a non-modal one has no walls at all. */
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
