import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Field, useMessages, useObservable } from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type { SampleFeatureApi } from '../api.js'

/** A field and a button of the kit: theme, language and direction follow by themselves. */
export function Note({ api }: ViewProps<undefined, SampleFeatureApi>): ReactNode {
  const text = useMessages()
  const { note } = useObservable(api.state)
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? note
  const left = api.longest - shown.length
  return (
    <form
      className="sample-feature-note"
      onSubmit={(event) => {
        event.preventDefault()
        api.save(shown)
        setDraft(undefined)
      }}
    >
      <Field
        label={text('sample-feature.label')}
        value={shown}
        onChange={setDraft}
        hint={text('sample-feature.hint', { left })}
        input={{ maxLength: api.longest, autoComplete: 'off' }}
      />
      <Button variant="primary" wide type="submit" disabled={shown === note}>
        {text('sample-feature.save')}
      </Button>
    </form>
  )
}
