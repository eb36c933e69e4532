import type { MessageParams } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useObservable } from '../../useObservable.js'

/**
 * Gives a function that reads texts in the visitor's language. The component renders again when the
 * language changes.
 * @example const text = useMessages(); text('swap.review', { count: 2 })
 */
export function useMessages(): (key: string, params?: MessageParams) => string {
  const { messages } = usePorts()
  useObservable(messages.revision)
  return messages.text
}

/** The visitor's locale as BCP 47, for `Intl`. */
export const useLocale = (): string => useObservable(usePorts().messages.locale)

/** A text of the catalogue: its key and its parameters. */
export interface Message {
  k: string
  params?: MessageParams | undefined
}
/**
 * A label: a text of the catalogue, whose key is put on the element, or data that is the same in
 * every language.
 */
export type Label = string | Message

/** Gives a function that reads a label: its text and its message key. */
export function useReadLabel(): (label: Label | undefined) => {
  text: string | undefined
  key: string | undefined
} {
  const text = useMessages()
  return (label) =>
    typeof label === 'object'
      ? { text: text(label.k, label.params), key: label.k }
      : { text: label, key: undefined }
}

/**
 * Gives the attributes that name an element for screen readers: `aria-label`, and the message key
 * as `data-key-label`.
 * @example const named = useLabel(); <section {...named({ k: 'swap.route' })} />
 */
export function useLabel(): (label: Label | undefined) => {
  'aria-label': string | undefined
  'data-key-label': string | undefined
} {
  const read = useReadLabel()
  return (label) => {
    const { text, key } = read(label)
    return { 'aria-label': text, 'data-key-label': key }
  }
}

/**
 * Draws a text of the catalogue, with its key as `data-key`.
 * @example <Text k="swap.review" params={{ count: 2 }} />
 */
export function Text({ k, params }: Message): ReactNode {
  return <span data-key={k}>{useMessages()(k, params)}</span>
}
