import type { ViewProps } from '@latchkey/plugin-api'
import {
  Address,
  Button,
  Field,
  Text,
  useLocale,
  useObservable,
  type Message,
} from '@latchkey/ui-react/kit'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { NamesApi, NamesState } from '../api.js'
import { MAX_LABEL, MIN_LABEL } from '../rules/label.js'
import { Availability } from './Availability.js'
import { Cannot } from './Cannot.js'
import { Failure } from './Failure.js'
import { MyNames } from './MyNames.js'
import { styles } from './styles.js'
import { useForm, type ViewApi } from './useForm.js'
import { useOnline } from './useOnline.js'
import { Waiting, type WaitingWords } from './Waiting.js'

type Part = { state: NamesState; api: ViewApi }

/** Longer names can be typed, so that the rule can be said. */
const MAX_TYPED = MAX_LABEL + 20
const WORDS: WaitingWords = {
  signing: 'names.inWalletText',
  sending: 'names.sending',
  sendingText: 'names.sendingText',
}
const RULES = { min: MIN_LABEL, max: MAX_LABEL }

/** The rule that is broken. A name that is too short is not finished yet, and no error. */
const errorOf = ({ problem }: NamesState): Message | undefined =>
  problem && problem !== 'short' ? { k: `names.${problem}`, params: RULES } : undefined

/** The reason why nothing can be registered yet. */
function reasonOf(state: NamesState, isOnline: boolean): Message | undefined {
  const { availability, problem, isAgreed, asking } = state
  if (!isOnline) return { k: 'names.offline' }
  if (asking) return { k: 'errors.names.busy' }
  if (availability === 'empty') return { k: 'names.needName' }
  if (problem === 'short') return { k: 'names.short', params: RULES }
  if (availability === 'wrong' || availability === 'taken') return { k: 'names.needOther' }
  if (availability === 'waiting') return { k: 'names.checking' }
  return isAgreed ? undefined : { k: 'names.needAgree' }
}

/** The label, with the end of the name behind it: to the right of it in every language, as in a name. */
function NameField({ state, api }: Part): ReactNode {
  const [isRtl, setRtl] = useState(false)
  // Drawn anew in another language, whose direction may be another one.
  useLocale()
  const suffix = (
    <bdi
      dir="ltr"
      style={styles.suffix}
      ref={(element) => {
        const box = element?.parentElement
        if (box) setRtl(getComputedStyle(box).direction === 'rtl')
      }}
    >
      {api.suffix}
    </bdi>
  )
  return (
    <Field
      label={{ k: 'names.label' }}
      value={state.typed}
      onChange={(text) => api.type(text)}
      error={errorOf(state)}
      hint={{ k: 'names.rules', params: { ...RULES, suffix: api.suffix } }}
      start={isRtl && suffix}
      end={!isRtl && suffix}
      input={{
        autoComplete: 'off',
        spellCheck: false,
        dir: 'ltr',
        maxLength: MAX_TYPED,
        enterKeyHint: 'done',
        // After a refusal the visitor goes on where they were.
        autoFocus: state.error !== undefined,
      }}
    />
  )
}

/** The box to tick about what becomes public, and the account. */
function Agreement({ state, api, address }: Part & { address: string }): ReactNode {
  return (
    <>
      <p style={styles.line}>
        <Text k="names.account" />
        <Address address={address} namespace="eip155" />
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={state.isAgreed}
          onChange={(event) => api.agree(event.target.checked)}
        />
        <span style={styles.label}>
          {state.typed === '' ? (
            <Text k="names.agreeAny" />
          ) : (
            <Text k="names.agree" params={{ name: `${state.typed}${api.suffix}` }} />
          )}
        </span>
      </label>
    </>
  )
}

function Form({ state, api, address }: Part & { address: string }): ReactNode {
  const reason = reasonOf(state, useOnline())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // A failure is in the state.
    if (!reason) api.register(state.typed).catch(() => undefined)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {state.error !== undefined && <Failure error={state.error} />}
      <NameField state={state} api={api} />
      <Availability state={state} api={api} />
      <Agreement state={state} api={api} address={address} />
      <p className="hint" style={styles.wrapped}>
        <Text k="names.signs" />
      </p>
      <MyNames api={api} address={address} />
      <div className="pinned end">
        <Button type="submit" variant="primary" wide disabled={reason !== undefined}>
          <Text {...(reason ?? { k: 'names.register' })} />
        </Button>
      </div>
    </form>
  )
}

/** A name with its suffix, whether it is free, what becomes public, and the signature. */
export function RegisterForm({ api: given }: ViewProps<undefined, NamesApi>): ReactNode {
  const api = useForm(given)
  const state = useObservable(api.state)
  const { offer, step } = state
  if (offer.status !== 'ready') return <Cannot offer={offer} api={api} />
  const { address } = offer
  if (step === 'form') return <Form state={state} api={api} address={address} />
  const name = `${state.typed}${api.suffix}`
  const isSigning = step === 'signing'
  return <Waiting {...{ isSigning, name, address }} words={WORDS} onCancel={() => api.cancel()} />
}
