import type { ViewProps } from '@latchkey/plugin-api'
import { Empty, useObservable } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { useFailureText } from './failureLabel.js'
import { Resend } from './Resend.js'

/** The view that waits until the visitor has opened the link of the mail, on a new device. */
export function DeviceView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { email, error, step } = useObservable(api.state)
  const failureText = useFailureText()
  const failure = step === 'idle' ? failureText(error) : undefined
  return (
    <Empty
      title="embedded.deviceHeadline"
      text="embedded.deviceText"
      params={{ email }}
      icon="wallet"
    >
      {failure !== undefined && (
        <p className="hint error" role="alert">
          {failure}
        </p>
      )}
      <Resend api={api} />
    </Empty>
  )
}
