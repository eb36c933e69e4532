import { useEffect, useRef, type RefObject } from 'react'

/**
 * Puts the focus on the title if the focused element was removed when `what` changed. Attach the
 * returned ref to the element around.
 */
export function useKeptFocus<E extends HTMLElement = HTMLDivElement>(
  what: unknown,
): RefObject<E | null> {
  const element = useRef<E>(null)
  const last = useRef(what)
  useEffect(() => {
    if (last.current === what) return
    last.current = what
    const root = element.current?.getRootNode()
    if (root instanceof ShadowRoot && !root.activeElement)
      root.querySelector('h1')?.focus({ preventScroll: true })
  }, [what])
  return element
}
