import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  Field,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { CodeBoxes } from './CodeBoxes.js'
import { Failure } from './Failure.js'
import { useFailureLabel } from './failureLabel.js'
import { useCountdown } from './useCountdown.js'

const OWN = {
  texts: {
    fresh: 'embedded.notFresh',
    same_email: 'embedded.sameEmail',
    expired: 'embedded.changeOver',
    no_attempt: 'embedded.changeOver',
  },
}

/** The first step: the new address. */
function AddressStep({ api }: { api: EmbeddedApi }): ReactNode {
  const { change } = useObservable(api.state)
  const [typed, setTyped] = useState(change.email ?? '')
  const failureLabel = useFailureLabel(OWN)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!change.isBusy) void api.updateEmail(typed).catch(() => undefined)
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="hint">
        <Text k="embedded.changeText" />
      </p>
      <Field
        label={{ k: 'embedded.newEmail' }}
        value={typed}
        onChange={setTyped}
        error={failureLabel(change.error)}
        input={{
          type: 'email',
          inputMode: 'email',
          autoComplete: 'email',
          enterKeyHint: 'go',
          spellCheck: false,
          maxLength: 254,
          dir: 'ltr',
        }}
      />
      <Button type="submit" variant="primary" wide busy={change.isBusy ?? false}>
        <Text k="embedded.changeContinue" />
      </Button>
    </form>
  )
}

/** Asks for the mail of the first code again, or begins anew. */
function OtherMail({ api }: { api: EmbeddedApi }): ReactNode {
  const { change } = useObservable(api.state)
  const seconds = useCountdown(change.resendAt ?? 0)
  const resend = (): void => void api.updateEmail(change.email ?? '').catch(() => undefined)
  return (
    <>
      {/* Another mail of the second code needs another first one. */}
      {(change.resendAt ?? 0) > 0 && (
        <Button variant="plain" disabled={seconds > 0 || change.isBusy === true} onClick={resend}>
          {seconds > 0 ? (
            <Text k="embedded.resendIn" params={{ seconds }} />
          ) : (
            <Text k="embedded.resend" />
          )}
        </Button>
      )}
      <Button variant="plain" onClick={api.resetEmailChange}>
        <Text k="embedded.changeOther" />
      </Button>
    </>
  )
}

/** The second and the third step: a code of the old address, then one of the new address. */
function CodeStep({ api }: { api: EmbeddedApi }): ReactNode {
  const { step, email = '', failures = 0, isBusy = false, error } = useObservable(api.state).change
  const submit = (code: string): void => void api.submitEmailCode(code).catch(() => undefined)
  return (
    <div className="stack">
      <p className="hint">
        {step === 'oldCode' ? (
          <Text k="embedded.oldCodeText" />
        ) : (
          <Text k="embedded.codeText" params={{ email }} />
        )}
      </p>
      {/* A wrong code empties the boxes. */}
      <CodeBoxes key={`${step}${failures}`} disabled={isBusy} onComplete={submit} />
      {!isBusy && <Failure error={error} own={OWN} />}
      {isBusy && (
        <p className="hint" role="status">
          <Text k="embedded.checking" />
        </p>
      )}
      <OtherMail api={api} />
    </div>
  )
}

function Done({ api }: { api: EmbeddedApi }): ReactNode {
  const { email = '' } = useObservable(api.state).change
  const text = useMessages()
  const announce = useAnnounce()
  const said = text('embedded.changeDone')
  useEffect(() => announce(said), [announce, said])
  return (
    <Empty
      title="embedded.changeDone"
      text="embedded.changeDoneText"
      params={{ email }}
      icon="check"
    />
  )
}

/** The view that changes the account's email in three steps. */
export function UpdateEmail({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { step } = useObservable(api.state).change
  if (step === 'address') return <AddressStep api={api} />
  if (step === 'done') return <Done api={api} />
  return <CodeStep api={api} />
}
