// Reads a part of the page with a virtual screen reader. Two things are left out that it says and
// screen readers in use do not: where something ends, and states that are off.
import { virtual } from '@guidepup/virtual-screen-reader'

/** Roles that are one stop: their name is their content. */
const ONE_STOP = /^(?:button|checkbox|heading|link|option|radio|switch|tab)(?:,|$)/
/** Phrases without a name that screen readers skip. */
const SILENT = /^(?:end(?:$|,| of ).*|paragraph|status|form|strong|group|term|definition|)$/
const OFF_STATES = /(?:^|, )not (?:busy|disabled|invalid)(?=,|$)/g
/** More stops than any view has. */
const MAX_STOPS = 500

/** The words of a screen reader for a phrase of the virtual one; empty for none. */
export const phraseOf = (phrase: string): string => {
  const rest = phrase.replace(OFF_STATES, '')
  return SILENT.test(rest) ? '' : rest
}

/** A stop of the reader's cursor. */
export interface Stop {
  node: Node
  /** Role, name and states, as they are spoken. */
  phrase: string
  /** The name or the text alone. */
  name: string
}

const elementOf = (node: Node): Element | null =>
  node instanceof Element ? node : node.parentElement
/** The virtual reader knows roles, but not what folded `<details>` hide. */
const isVisible = (node: Node): boolean => elementOf(node)?.checkVisibility() ?? false
/** It does not know either that a `<summary>` is a button that folds and unfolds. */
const summaryOf = (node: Node): HTMLElement | null | undefined =>
  elementOf(node)?.closest<HTMLElement>('summary')
const phraseOfSummary = (summary: HTMLElement): string =>
  [
    'button',
    summary.textContent.trim(),
    summary.closest('details')?.open ? 'expanded' : 'collapsed',
  ].join(', ')
/** The name that a `title` gives to an element without a role is not spoken, but its content is. */
const isTooltip = (node: Node, phrase: string): boolean =>
  node instanceof HTMLElement && node.title !== '' && phrase === node.title
const blockOf = (node: Node): Element | null => {
  let element = elementOf(node)
  while (element && getComputedStyle(element).display === 'inline') element = element.parentElement
  return element
}
/** Texts in one line are spoken without a stop. The virtual reader stops at each node. */
const isInOneLine = (one: Node, other: Node): boolean =>
  one instanceof Text && other instanceof Text && blockOf(one) === blockOf(other)

/** Goes through `container` from top to bottom. */
export async function readAll(container: Node): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  await virtual.start({ container })
  let whole: Node | undefined
  for (let turn = 0; turn < MAX_STOPS; turn++, await virtual.next()) {
    const spoken = await virtual.lastSpokenPhrase()
    const node = virtual.activeNode
    if (!node || (turn > 1 && node === container)) break
    if (whole?.contains(node) || !isVisible(node)) continue
    const summary = summaryOf(node)
    whole = summary ?? (ONE_STOP.test(spoken) ? node : undefined)
    const phrase = summary ? phraseOfSummary(summary) : phraseOf(spoken)
    const last = stops.at(-1)
    if (phrase === '' || last?.node === node || isTooltip(node, phrase)) continue
    const name = await virtual.itemText()
    if (last && isInOneLine(last.node, node)) {
      last.phrase += ` ${phrase}`
      last.name += ` ${name}`
      last.node = node
    } else stops.push({ node: summary ?? node, phrase, name })
  }
  await virtual.stop()
  return stops
}

/** Whether an element is called `target`: a message key, or a name that is data. */
const isCalled = (element: HTMLElement, target: string): boolean =>
  element.dataset['keyLabel'] === target ||
  element.querySelector(`[data-key="${target}"]`) !== null ||
  [...element.querySelectorAll('.name')].some(({ textContent }) => textContent === target)

/**
 * Finds the first stop to press that is called `target`.
 * @throws an error with all that is heard instead
 */
export async function callName(
  container: Node,
  target: string,
): Promise<{ element: HTMLElement; phrase: string }> {
  const stops = await readAll(container)
  for (const { node, phrase } of stops)
    if (node instanceof HTMLElement && ONE_STOP.test(phrase) && isCalled(node, target))
      return { element: node, phrase }
  const heard = stops.map(({ phrase }) => phrase).join('\n')
  throw new Error(`Nothing to press is called ${target}. Heard:\n${heard}`)
}
