import type { ViewProps } from '@latchkey/plugin-api'
import { Button, Text, useAnnounce, useMessages, useObservable } from '@latchkey/ui-react/kit'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { AskingFrame } from './AskingFrame.js'
import { CodeBoxes } from './CodeBoxes.js'
import { Failure } from './Failure.js'
import { reasonOf } from './failureLabel.js'
import { Resend } from './Resend.js'

/** Offers the same code again, as after an answer that did not come. */
function Retry({ onClick }: { onClick(): void }): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  // The boxes lost the focus while the code was checked.
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} onClick={onClick}>
      <Text k="ui.retry" />
    </Button>
  )
}

/** The view in which the code of the mail is typed. */
export function CodeView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { step, email, error, failures, accepted, isAsking } = useObservable(api.state)
  const [code, setCode] = useState('')
  const text = useMessages()
  const announce = useAnnounce()
  const isChecking = step === 'checking' || step === 'connecting'
  useEffect(() => {
    if (isChecking) announce(text('embedded.checking'))
  }, [isChecking, announce, text])
  const submit = (typed: string): void => {
    setCode(typed)
    void api.submitCode(typed).catch(() => undefined)
  }
  const isUnanswered = step === 'code' && error !== undefined && reasonOf(error) !== 'code_wrong'
  if (isAsking) return <AskingFrame api={api} />
  return (
    <div className="stack">
      {!accepted && (
        <>
          <p className="hint">
            <Text k="embedded.codeText" params={{ email }} />
          </p>
          {/* A wrong code empties the boxes. */}
          <CodeBoxes key={failures} disabled={step !== 'code'} onComplete={submit} />
        </>
      )}
      {(step === 'code' || step === 'idle') && <Failure error={error} />}
      {isChecking && (
        <p className="hint">
          <Text k="embedded.checking" />
        </p>
      )}
      {isUnanswered && (accepted || code !== '') && <Retry onClick={() => submit(code)} />}
      {!accepted && <Resend api={api} />}
    </div>
  )
}
