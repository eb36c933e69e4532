import { Button, Text, useAnnounce, useLabel, useMessages } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { NamesState } from '../api.js'
import { Reason } from './Failure.js'
import { styles } from './styles.js'
import type { ViewApi } from './useForm.js'

const WORDS: Readonly<Partial<Record<NamesState['availability'], string>>> = {
  waiting: 'names.checking',
  free: 'names.free',
  taken: 'names.taken',
}

/** Says whether the name can be had: on screen at once, to a screen reader when it is known. */
function Line({ state, api }: { state: NamesState; api: ViewApi }): ReactNode {
  const { availability, typed } = state
  const announce = useAnnounce()
  const text = useMessages()
  const k = WORDS[availability]
  const params = { name: `${typed}${api.suffix}` }
  const isKnown = availability === 'free' || availability === 'taken'
  const words = k && isKnown ? text(k, params) : ''
  useEffect(() => {
    if (words) announce(words, 'polite')
  }, [announce, words])
  if (!k) return null
  return (
    <p
      className={availability === 'taken' ? 'hint warning' : 'hint'}
      style={availability === 'free' ? styles.free : styles.wrapped}
      data-availability={availability}
    >
      <Text k={k} params={params} />
    </p>
  )
}

/** Free names to take with one press. */
function Suggestions({ state, api }: { state: NamesState; api: ViewApi }): ReactNode {
  const named = useLabel()
  if (!state.suggestions.length) return null
  return (
    <div role="group" style={styles.suggestions} {...named({ k: 'names.suggestions' })}>
      {state.suggestions.map((suggestion) => (
        <Button key={suggestion.name} onClick={() => api.choose(suggestion)}>
          <bdi dir="ltr" style={styles.label}>
            {suggestion.name}
          </bdi>
        </Button>
      ))}
    </div>
  )
}

/** Whether the typed name is free, and others that are. */
export function Availability({ state, api }: { state: NamesState; api: ViewApi }): ReactNode {
  return (
    <>
      <Line state={state} api={api} />
      {state.suggestionsError !== undefined && (
        <p className="hint" role="alert" style={styles.line} data-unknown>
          <span>
            <Reason error={state.suggestionsError} />
          </span>
          <Button onClick={() => api.retry()}>
            <Text k="ui.retry" />
          </Button>
        </p>
      )}
      <Suggestions state={state} api={api} />
    </>
  )
}
