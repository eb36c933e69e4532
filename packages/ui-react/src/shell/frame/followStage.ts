import type { KernelPorts } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import type { Frame } from './createFrame.js'

type Staged = ReturnType<KernelPorts['stage']['get']>[number]

/** Lays a stage element over its anchor's box, clipped to the visible part of the views. */
function layOver(element: HTMLElement, anchor: Element, { card, stage }: Frame): void {
  const box = anchor.getBoundingClientRect()
  const origin = stage.getBoundingClientRect()
  const window = (card.querySelector('.body') ?? card).getBoundingClientRect()
  const cut = [
    window.top - box.top,
    box.right - window.right,
    box.bottom - window.bottom,
    window.left - box.left,
  ].map((by) => `${Math.max(0, by)}px`)
  const rules = {
    left: `${box.left - origin.left}px`,
    top: `${box.top - origin.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    'clip-path': cut.every((by) => by === '0px') ? 'none' : `inset(${cut.join(' ')})`,
  }
  for (const [name, value] of Object.entries(rules))
    if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value)
}

/**
 * Keeps the elements that plugins put on the stage. Each one is inserted once, is never moved in
 * the document, and lies over its anchor while it has one.
 */
export function followStage({ stage }: KernelPorts, frame: Frame): Dispose {
  let known: readonly Staged[] = []
  let frameRequest = 0
  const follow = (): void => {
    frameRequest = 0
    const shown = known.filter(({ anchor }) => anchor?.isConnected)
    for (const { element, anchor } of known) {
      const isShown = !!anchor && shown.some((item) => item.element === element)
      element.toggleAttribute('data-shown', isShown)
      if (isShown) layOver(element, anchor, frame)
    }
    // Anchors move with scrolling, transitions and content above them, and no event covers all of
    // these.
    if (known.some(({ anchor }) => anchor)) frameRequest = requestAnimationFrame(follow)
  }
  const update = (): void => {
    const next = stage.get()
    for (const { element } of known)
      if (!next.some((item) => item.element === element)) element.remove()
    for (const { element } of next)
      if (element.parentNode !== frame.stage) frame.stage.append(element)
    known = next
    cancelAnimationFrame(frameRequest)
    follow()
  }
  const stop = stage.subscribe(update)
  update()
  return () => {
    stop()
    cancelAnimationFrame(frameRequest)
  }
}
