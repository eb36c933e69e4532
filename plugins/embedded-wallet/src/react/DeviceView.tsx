import type { ViewProps } from '@latchkey/plugin-api'
import { Empty, useObservable } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { Failure } from './Failure.js'
import { reasonOf } from './failureLabel.js'
import { Resend } from './Resend.js'

/** The view that waits until the visitor has opened the link of the mail, on a new device. */
export function DeviceView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { email, error, step } = useObservable(api.state)
  if (reasonOf(error) === 'mail_failed')
    return (
      <div className="stack">
        <Failure error={error} />
        <Resend api={api} />
      </div>
    )
  return (
    <Empty
      title="embedded.deviceHeadline"
      text="embedded.deviceText"
      params={{ email }}
      icon="wallet"
    >
      {(step === 'device' || step === 'idle') && <Failure error={error} />}
      <Resend api={api} />
    </Empty>
  )
}
