import type { Catalogue } from '@latchkey/plugin-api'
import { reads } from './parts.js'

const hasWords = (text: string | null | undefined): text is string => /\p{L}/u.test(text ?? '')
/**
 * Elements with data, which is the same in every language: names, addresses, amounts, words of a
 * wallet.
 */
const DATA = 'bdi, pre, .letter'

function wrongText(node: Text, catalogue: Catalogue): string[] {
  const parent = node.parentElement
  if (!parent || !hasWords(node.data) || parent.closest(DATA)) return []
  if (parent.closest('[aria-live]'))
    return /^⟦.*⟧$/s.test(node.data) ? [] : [`said, and not of the catalogue: ${node.data}`]
  const element = parent.closest<HTMLElement>('[data-key]')
  const key = element?.dataset['key'] ?? ''
  const text = catalogue[key]
  if (!element || text === undefined) return [`no key: ${node.data}`]
  return reads(text).test(element.textContent)
    ? []
    : [`not what ${key} says: ${element.textContent}`]
}

function wrongName(
  element: HTMLElement,
  attribute: string,
  keyAttribute: string,
  catalogue: Catalogue,
  data: readonly string[],
): string[] {
  const said = element.getAttribute(attribute)
  if (!hasWords(said) || element.closest(DATA) || data.includes(said)) return []
  const key = element.getAttribute(keyAttribute) ?? ''
  const text = catalogue[key]
  return text !== undefined && reads(text).test(said)
    ? []
    : [`${attribute} without ${text === undefined ? 'a key' : `what ${key} says`}: ${said}`]
}

/**
 * Finds texts below a node, seen or read aloud, that are not from the catalogue, or that carry the
 * key of another text.
 * @param catalogue every text of the modal, as {@link pseudoCatalogue} writes it
 * @param data names that only attributes tell
 */
export function foreignWords(
  root: Node,
  catalogue: Catalogue,
  data: readonly string[] = [],
): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) found.push(...wrongText(node, catalogue))
    else if (node instanceof HTMLElement || node instanceof SVGElement) {
      const element = node as HTMLElement
      for (const [attribute, key] of [
        ['aria-label', 'data-key-label'],
        ['title', 'data-key-label'],
        ['alt', 'data-key-label'],
        ['placeholder', 'data-key-placeholder'],
      ] as const)
        found.push(...wrongName(element, attribute, key, catalogue, data))
    }
  }
  return [...new Set(found)]
}

/** The elements that stick out of a card, and the texts that are cut off in it. */
export function cutOffWords(card: Element): string[] {
  const { left, right } = card.getBoundingClientRect()
  const all = [...card.querySelectorAll<HTMLElement>('*')].filter(
    (element) => !element.closest('.quiet, .stage') && element.getBoundingClientRect().width > 1,
  )
  const wide = all.filter((element) => {
    const box = element.getBoundingClientRect()
    return box.left < left - 1 || box.right > right + 1
  })
  const isCut = (element: Element): boolean =>
    ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
    !!element.querySelector('[data-key]')
  const narrow = all.filter(
    (element) =>
      element.clientWidth > 0 &&
      element.scrollWidth > element.clientWidth + 1 &&
      (isCut(element) || element.matches('.button, .tabs button, .features button')),
  )
  return [
    ...wide.map((element) => `sticks out: ${element.className} ${element.textContent}`),
    ...narrow.map(
      (element) => `cut off: ${element.className || element.tagName} ${element.textContent}`,
    ),
    ...(card.scrollWidth > card.clientWidth ? ['the card scrolls sideways'] : []),
  ]
}
