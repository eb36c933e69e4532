import { isLatchkeyError, type ViewProps } from '@latchkey/plugin-api'
import { Button, Text, useMessages, useObservable, type Label } from '@latchkey/ui-react/kit'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { useFailureLabel } from './failureLabel.js'
import { useCountdown } from './useCountdown.js'
import { usePrepared } from './usePrepared.js'

interface EmailFieldProps {
  value: string
  onChange(value: string): void
  failure: Label | undefined
}

/** As the kit's Field, which would be one more file of the first opening. */
function EmailField({ value, onChange, failure }: EmailFieldProps): ReactNode {
  const id = useId()
  const text = useMessages()
  const label = 'embedded.emailLabel'
  return (
    <div className="field" data-invalid={failure ? '' : undefined}>
      <label htmlFor={id} className="quiet">
        <Text k={label} />
      </label>
      <div className="box">
        <input
          id={id}
          value={value}
          placeholder={text(label)}
          data-key-placeholder={label}
          aria-invalid={failure !== undefined}
          aria-describedby={failure ? `${id}-below` : undefined}
          onChange={(event) => onChange(event.target.value)}
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="go"
          spellCheck={false}
          maxLength={254}
          dir="ltr"
        />
      </div>
      {failure && (
        <p className="hint error" id={`${id}-below`} role="alert">
          {typeof failure === 'string' ? failure : <Text {...failure} />}
        </p>
      )}
    </div>
  )
}

/** The field for an email address, with the button that begins the sign-in. */
export function EmailForm({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { step, email, error, resendAt } = useObservable(api.state)
  const [typed, setTyped] = useState<string>()
  const failureLabel = useFailureLabel()
  const seconds = useCountdown(resendAt)
  usePrepared(api)
  const value = typed ?? email
  // A visitor who came back from the code may name another address.
  const isBusy = step === 'sending' || step === 'checking' || step === 'connecting'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy) void api.signIn(value).catch(() => undefined)
  }
  // The seconds of this error go down.
  const isTooSoon = isLatchkeyError(error, 'embedded.too_soon')
  const failure = isTooSoon
    ? seconds > 0
      ? { k: 'errors.embedded.too_soon', params: { seconds } }
      : undefined
    : step === 'idle' || isLatchkeyError(error, 'embedded.invalid_email')
      ? failureLabel(error)
      : undefined
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <EmailField value={value} onChange={setTyped} failure={failure} />
      <Button type="submit" wide busy={isBusy}>
        <Text k="embedded.continue" />
      </Button>
    </form>
  )
}

/** The view of the email sign-in. */
export const EmailLogin = (props: ViewProps<undefined, EmbeddedApi>): ReactNode => (
  <div className="stack">
    <p className="hint">
      <Text k="embedded.emailText" />
    </p>
    <EmailForm {...props} />
  </div>
)
