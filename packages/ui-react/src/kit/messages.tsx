import type { MessageParams } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'

/**
 * Texts in the visitor's language, drawn again when it changes.
 * @example const text = useMessages(); text('swap.review', { count: 2 })
 */
export function useMessages(): (key: string, params?: MessageParams) => string {
  const { messages } = usePorts()
  useObservable(messages.revision)
  return messages.text
}

/** The visitor's locale as BCP 47, for `Intl`. */
export const useLocale = (): string => useObservable(usePorts().messages.locale)

/** A text of the catalogue: its key and what is filled in. */
export interface Message {
  k: string
  params?: MessageParams | undefined
}
/** What something is called: a text of the catalogue, whose key the element then carries, or data that is the same in every language. */
export type Label = string | Message

/** Reads a label: its text, and the key that belongs beside it. */
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
 * Attributes that name an element for screen readers: `aria-label`, and its key as `data-key-label`.
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
 * A text of the catalogue, carrying its key as `data-key`.
 * @example <Text k="swap.review" params={{ count: 2 }} />
 */
export function Text({ k, params }: Message): ReactNode {
  return <span data-key={k}>{useMessages()(k, params)}</span>
}
