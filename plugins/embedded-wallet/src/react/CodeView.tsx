import type { ViewProps } from '@latchkey/plugin-api'
import { Text, useAnnounce, useMessages, useObservable } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { CodeBoxes } from './CodeBoxes.js'
import { useFailureText } from './failureLabel.js'
import { Resend } from './Resend.js'

/** The view in which the code of the mail is typed. */
export function CodeView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { step, email, error, failures } = useObservable(api.state)
  const failureText = useFailureText()
  const text = useMessages()
  const announce = useAnnounce()
  const isChecking = step === 'checking' || step === 'connecting'
  useEffect(() => {
    if (isChecking) announce(text('embedded.checking'))
  }, [isChecking, announce, text])
  const failure = step === 'code' ? failureText(error) : undefined
  return (
    <div className="stack">
      <p className="hint">
        <Text k="embedded.codeText" params={{ email }} />
      </p>
      <CodeBoxes
        key={failures}
        disabled={isChecking}
        onComplete={(code) => void api.submitCode(code).catch(() => undefined)}
      />
      {failure !== undefined && (
        <p className="hint error" role="alert">
          {failure}
        </p>
      )}
      {isChecking && (
        <p className="hint">
          <Text k="embedded.checking" />
        </p>
      )}
      <Resend api={api} />
    </div>
  )
}
