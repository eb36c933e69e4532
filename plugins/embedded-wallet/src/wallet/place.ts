import { brand, type StageMount } from '@latchkey/plugin-api'
import type { EmbeddedContext, Settings } from '../options.js'

/** Keeps the frame in the page's own element: shown while something waits in it, else hidden. */
function inContainer(element: HTMLIFrameElement, container: HTMLElement): StageMount {
  const { style } = element
  const hide = (): void => void (style.visibility = 'hidden')
  style.border = '0'
  style.width = '100%'
  style.height = '100%'
  hide()
  container.append(element)
  return {
    show: () => void (style.visibility = 'visible'),
    hide,
    dispose: () => element.remove(),
  }
}

/** Puts the frame where it stays: into the host's container, or onto the modal's stage. */
export const placeFrame = (
  { stage }: EmbeddedContext,
  { container }: Settings,
  element: HTMLIFrameElement,
): StageMount => (container ? inContainer(element, container) : stage.mount(element))

/** Whether the page has a container, or a modal that may still be loading. */
export const hasPlace = ({ container }: Settings): boolean =>
  container !== undefined || document.querySelector(`${brand.elementPrefix}-modal`) !== null
