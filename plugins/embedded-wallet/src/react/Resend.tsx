import { Button, Text, useObservable } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { useCountdown } from './useCountdown.js'

/** Asks for another mail, as soon as that is allowed. */
export function Resend({ api }: { api: EmbeddedApi }): ReactNode {
  const { resendAt, email, step } = useObservable(api.state)
  const seconds = useCountdown(resendAt)
  return (
    <Button
      variant="plain"
      busy={step === 'sending'}
      disabled={seconds > 0 || step === 'checking' || step === 'connecting'}
      onClick={() => void api.signIn(email).catch(() => undefined)}
    >
      {seconds > 0 ? (
        <Text k="embedded.resendIn" params={{ seconds }} />
      ) : (
        <Text k="embedded.resend" />
      )}
    </Button>
  )
}
