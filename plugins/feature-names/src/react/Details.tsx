import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Field, Text, type FieldProps, type Message } from '@latchkey/ui-react/kit'
import type { FormEvent, ReactNode } from 'react'
import type { NamesApi } from '../api.js'
import type { NamesOwner } from '../owner/api.js'
import { isSameTexts, MAX_TEXT, type NameTextKey } from '../rules/texts.js'
import { Failure } from './Failure.js'
import { OwnerFrame, type OwnerForm } from './OwnerFrame.js'
import { styles } from './styles.js'
import { useOnline } from './useOnline.js'

type Part = OwnerForm & { owner: NamesOwner }

const PROBLEMS = { link: 'names.notLink', long: 'names.long', line: 'names.notLine' } as const
/** Longer texts can be typed, so that the rule can be said. */
const MORE = 20
const LINK: FieldProps['input'] = { inputMode: 'url', spellCheck: false, dir: 'ltr' }
const INPUTS: Readonly<Record<NameTextKey, FieldProps['input']>> = {
  avatar: LINK,
  url: LINK,
  description: { dir: 'auto' },
}

/** One text with its rule. */
function TextField({ change, error, owner, of }: Part & { of: NameTextKey }): ReactNode {
  const { texts, problems } = change
  const problem = problems[of]
  const max = MAX_TEXT[of]
  return (
    <Field
      label={{ k: `names.${of}` }}
      value={texts[of]}
      onChange={(text) => owner.type(of, text)}
      error={problem && { k: PROBLEMS[problem], params: { max } }}
      hint={{ k: `names.${of}Rule`, params: { max } }}
      input={{
        ...INPUTS[of],
        autoComplete: 'off',
        enterKeyHint: 'done',
        maxLength: max + MORE,
        // After a refusal the visitor goes on where they were.
        autoFocus: of === 'avatar' && error !== undefined,
      }}
    />
  )
}

/** The reason why nothing can be saved yet. */
function reasonOf({ change, isBusy }: OwnerForm, isOnline: boolean): Message | undefined {
  const { problems, texts, saved } = change
  if (!isOnline) return { k: 'names.offline' }
  if (isBusy) return { k: 'errors.names.busy' }
  if (Object.keys(problems).length) return { k: 'names.needRules' }
  return isSameTexts(texts, saved) ? { k: 'names.needChange' } : undefined
}

function Form(part: Part): ReactNode {
  const { change, error, owner } = part
  const { name, texts } = change
  const reason = reasonOf(part, useOnline())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // A failure is in the state.
    if (!reason) owner.save(name, texts).catch(() => undefined)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {error !== undefined && (
        <Failure error={error} title="names.notSaved" declined="names.declined" />
      )}
      <div style={styles.name}>
        <bdi dir="ltr">{name}</bdi>
      </div>
      <p className="hint" style={styles.wrapped}>
        <Text k="names.detailsPublic" />
      </p>
      <TextField {...part} of="avatar" />
      <TextField {...part} of="url" />
      <TextField {...part} of="description" />
      <p className="hint" style={styles.wrapped}>
        <Text k="names.signsDetails" />
      </p>
      <div className="pinned end">
        <Button type="submit" variant="primary" wide disabled={reason !== undefined}>
          <Text {...(reason ?? { k: 'names.save' })} />
        </Button>
      </div>
    </form>
  )
}

/** Makes the form of the texts of a name: a picture, a website and a description, which all can read. */
export const createDetails = (owner: NamesOwner) =>
  function Details({ api, params }: ViewProps<{ name: string }, NamesApi>): ReactNode {
    const draw = (form: OwnerForm): ReactNode => <Form {...form} owner={owner} />
    return <OwnerFrame {...{ owner, api, draw }} name={params.name} view="names.details" />
  }
