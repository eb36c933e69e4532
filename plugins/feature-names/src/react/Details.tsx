import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Field, Text, type FieldProps, type Message } from '@latchkey/ui-react/kit'
import type { FormEvent, ReactNode } from 'react'
import type { NamesApi } from '../api.js'
import type { NameChange, NamesOwner } from '../owner/api.js'
import { isSameTexts, MAX_TEXT, type NameTextKey } from '../rules/texts.js'
import { Failure } from './Failure.js'
import { OwnerFrame } from './OwnerFrame.js'
import { styles } from './styles.js'
import { useOnline } from './useOnline.js'
import type { WaitingWords } from './Waiting.js'

type Part = { change: NameChange; owner: NamesOwner }

const WORDS: WaitingWords = {
  signing: 'names.inWalletDetails',
  sending: 'names.saving',
  sendingText: 'names.savingText',
}
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
function TextField({ change, owner, of }: Part & { of: NameTextKey }): ReactNode {
  const { texts, problems, error } = change
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
function reasonOf({ problems, texts, saved }: NameChange, isOnline: boolean): Message | undefined {
  if (!isOnline) return { k: 'names.offline' }
  if (Object.keys(problems).length) return { k: 'names.needRules' }
  return isSameTexts(texts, saved) ? { k: 'names.needChange' } : undefined
}

function Form({ change, owner }: Part): ReactNode {
  const { name, texts, error } = change
  const reason = reasonOf(change, useOnline())
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
      <TextField change={change} owner={owner} of="avatar" />
      <TextField change={change} owner={owner} of="url" />
      <TextField change={change} owner={owner} of="description" />
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
    const draw = (change: NameChange): ReactNode => <Form change={change} owner={owner} />
    return <OwnerFrame {...{ owner, api, draw }} name={params.name} words={WORDS} />
  }
