// Measures sizes that reading and touch need.
import type { Stage } from './scenes/types.js'

const FOCUSABLE_SELECTOR = 'a[href],button,input,summary,[tabindex]'
const shown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('.quiet')
/** The elements that Tab has to reach. */
export const focusable = (shadow: ShadowRoot): HTMLElement[] =>
  [...shadow.querySelectorAll<HTMLElement>(`.card :is(${FOCUSABLE_SELECTOR})`)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled, [inert] *') && shown(element),
  )

/** Describes an element so that a developer can find it. */
export const nameOf = (element: Element): string =>
  [element.localName, ...element.classList].join('.') +
  ` "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`

/** Elements with text of their own. */
export const withText = (shadow: ShadowRoot): HTMLElement[] =>
  [...shadow.querySelectorAll<HTMLElement>('.card *, .toast *')].filter(
    (element) =>
      shown(element) &&
      [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      ),
  )

/** Smallest size in px of text and of a touch target. */
const [MIN_TEXT_PX, MIN_TARGET_PX] = [12, 44]

/** The size of the box that takes taps. */
function target(element: HTMLElement): { width: number; height: number } {
  const { width, height } = (
    element.matches('label input') ? element.closest('label')! : element
  ).getBoundingClientRect()
  return { width, height }
}

/** Links within a sentence are as high as its line. */
const isInline = (element: HTMLElement): boolean => getComputedStyle(element).display === 'inline'

/** Whether a text ends in an ellipsis if it is too long. */
const isShortened = (element: Element): boolean =>
  !!element.parentElement &&
  (getComputedStyle(element.parentElement).textOverflow === 'ellipsis' ||
    isShortened(element.parentElement))

export function faults({ shadow }: Stage, { phone = false } = {}): readonly string[] {
  const found: string[] = []
  const card = shadow.querySelector('.card')!.getBoundingClientRect()
  for (const element of shadow.querySelectorAll('.view *, .header *, .alerts *')) {
    const { left, right, width } = element.getBoundingClientRect()
    if (
      width > 1 &&
      shown(element) &&
      !isShortened(element) &&
      (left < card.left - 1 || right > card.right + 1)
    )
      found.push(`sticks out: ${nameOf(element)}`)
  }
  for (const element of withText(shadow)) {
    const style = getComputedStyle(element)
    if (/\{\w+\}|undefined|NaN|\[object/.test(element.textContent))
      found.push(`no words: ${nameOf(element)}`)
    if (style.forcedColorAdjust !== 'auto') found.push(`keeps its colours: ${nameOf(element)}`)
    if (parseFloat(style.fontSize) < MIN_TEXT_PX)
      found.push(`text of ${style.fontSize}: ${nameOf(element)}`)
    if (
      element.scrollWidth > element.clientWidth + 1 &&
      style.overflowX !== 'visible' &&
      style.textOverflow !== 'ellipsis'
    )
      found.push(`cut off: ${nameOf(element)}`)
  }
  for (const toast of shadow.querySelectorAll('.toast')) {
    const { left, top, width, height } = toast.getBoundingClientRect()
    if (!toast.contains(shadow.elementFromPoint(left + width / 2, top + height / 2)))
      found.push(`beneath the dialog: ${nameOf(toast)}`)
  }
  if (phone) {
    for (const element of focusable(shadow)) {
      const { width, height } = target(element)
      if (!isInline(element) && (width < MIN_TARGET_PX || height < MIN_TARGET_PX))
        found.push(`${Math.round(width)} x ${Math.round(height)} to tap: ${nameOf(element)}`)
      if (
        element.localName === 'input' &&
        !element.matches('[type=checkbox]') &&
        parseFloat(getComputedStyle(element).fontSize) < 16
      )
        found.push(`zooms: ${nameOf(element)}`)
    }
    if (
      card.width > 0 &&
      shadow.querySelector('dialog[open]') &&
      (card.left > 0.5 ||
        Math.abs(card.right - innerWidth) > 0.5 ||
        Math.abs(card.bottom - innerHeight) > 0.5)
    )
      found.push(`no bottom sheet: ${JSON.stringify(card)}`)
  }
  return found
}

/** Texts of which the lower part is cut off. */
export const cutInHeight = ({ shadow }: Stage): readonly string[] =>
  withText(shadow)
    .filter(
      (element) =>
        element.scrollHeight > element.clientHeight + 1 &&
        ['hidden', 'clip'].includes(getComputedStyle(element).overflowY),
    )
    .map((element) => `cut off below: ${nameOf(element)}`)

/** Where a point of an element is looked for, as shares of its width and height. */
const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95]

/** Whether no point of an element is on the screen and in front of all else. */
export function isHidden(element: HTMLElement, shadow: ShadowRoot): boolean {
  const seen = element.closest('label') ?? element
  const { left, top, width, height } = seen.getBoundingClientRect()
  return !SHARES.some((across) =>
    SHARES.some((down) => {
      const front = shadow.elementFromPoint(left + width * across, top + height * down)
      return front !== null && seen.contains(front)
    }),
  )
}

/** Fields for text that do not say what a browser may fill in. */
export const withoutPurpose = ({ shadow }: Stage): readonly string[] =>
  [
    ...shadow.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=radio])'),
  ].flatMap((field) => {
    const { autocomplete, type } = field
    const fits = type === 'email' ? autocomplete === 'email' : autocomplete !== ''
    return fits ? [] : [`autocomplete="${autocomplete}": ${nameOf(field)} ${field.type}`]
  })
