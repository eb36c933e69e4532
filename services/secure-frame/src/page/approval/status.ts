import type { Texts } from '../translations/en.js'
import { element } from './dom.js'

/** The facts that decide whether a card can be approved. */
interface State {
  /** The whole card has been visible for long enough, with its end. */
  isArmed: boolean
  /** The end of the request has been seen. */
  isEndSeen: boolean
  /** A field has another value than the card shows: nobody reads that a limit was typed and not used. */
  isEdited: boolean
}

/** The words under the request. */
export interface Status {
  id: string
  node: HTMLElement
  /** @returns whether the button works now */
  update(change: Partial<State>): boolean
  /** Says that the signature is about to be made. */
  setSigning(): void
}

/**
 * Draws why the button does not work. The room of the longest sentence is kept, so that the card keeps its size: a
 * card that changed its size would begin its time anew, for ever.
 * @param hasLimits whether the card has fields by which the person allows less
 */
export function createStatus(page: Document, texts: Texts, hasLimits: boolean): Status {
  const id = 'card-status'
  const shown = element(page, 'p', { id, class: 'status', role: 'status' }, texts['approve.wait'])
  const all = [
    ...[texts['approve.wait'], texts['approve.scroll'], texts['approve.signing']],
    ...(hasLimits ? [texts['approve.unused']] : []),
  ]
  const rooms = all.map((text) =>
    element(page, 'p', { class: 'room', 'aria-hidden': 'true' }, text),
  )
  let state: State = { isArmed: false, isEndSeen: true, isEdited: false }
  let isSigning = false
  const say = (text: string): void => {
    if (shown.textContent !== text) shown.textContent = text
  }
  return {
    id,
    node: element(page, 'div', { class: 'statuses' }, ...rooms, shown),
    update(change) {
      state = { ...state, ...change }
      const { isArmed, isEndSeen, isEdited } = state
      const isOpen = isArmed && !isEdited
      if (isSigning) return isOpen
      say(texts[isEdited ? 'approve.unused' : isEndSeen ? 'approve.wait' : 'approve.scroll'])
      shown.classList.toggle('past', isOpen)
      return isOpen
    },
    setSigning() {
      isSigning = true
      shown.classList.remove('past')
      say(texts['approve.signing'])
    },
  }
}
