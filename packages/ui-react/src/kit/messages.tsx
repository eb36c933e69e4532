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

/**
 * A text of the catalogue, carrying its key as `data-key`.
 * @example <Text k="swap.review" params={{ count: 2 }} />
 */
export function Text({ k, params }: { k: string; params?: MessageParams | undefined }): ReactNode {
  return <span data-key={k}>{useMessages()(k, params)}</span>
}
