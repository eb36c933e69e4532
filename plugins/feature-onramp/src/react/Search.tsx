import { Empty, Field, Icon, useAnnounce, useMessages } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'

/** Shorter lists have no search field. */
const MIN_FOR_SEARCH = 7

/** A search field over a list, and how many entries were found. */
export function Search({
  k,
  typed,
  onType,
  all,
  found,
}: {
  /** Message key of its label. */
  k: string
  typed: string
  onType(typed: string): void
  all: number
  found: number
}): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const words = typed.trim() ? text('onramp.found', { count: found }) : ''
  useEffect(() => {
    if (words) announce(words, 'polite')
  }, [announce, words])
  return (
    <>
      {all >= MIN_FOR_SEARCH && (
        <Field
          label={{ k }}
          labelHidden
          placeholder={{ k }}
          value={typed}
          onChange={onType}
          start={<Icon name="search" />}
          input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
        />
      )}
      {!found && <Empty title="onramp.nothingFound" text="onramp.nothingFoundText" icon="search" />}
    </>
  )
}
