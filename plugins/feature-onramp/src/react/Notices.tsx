import {
  Button,
  ErrorDetails,
  ErrorText,
  Icon,
  Text,
  useAnnounce,
  useErrorText,
} from '@latchkey/ui-react/kit'
import { useEffect, useState, type ReactNode } from 'react'
import type { OnrampState } from '../api.js'
import { useFormats } from './useFormats.js'
import type { ViewApi } from './useForm.js'

/** A price of that age is marked where no newer one can be asked for. */
const IS_OLD_MS = 90_000

/** Whether prices of that time are old, as soon as they are. */
function useIsOld(at: number | undefined): boolean {
  const [oldAt, setOldAt] = useState<number>()
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(() => setOldAt(at), Math.max(0, at + IS_OLD_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at !== undefined && oldAt === at
}

/** The default set, and the age of prices. The modal itself says that the visitor is offline. */
export function Notices({ state, api }: { state: OnrampState; api: ViewApi }): ReactNode {
  const { time } = useFormats()
  const isOld = useIsOld(state.quotedAt)
  return (
    <>
      {state.options === 'defaults' && (
        <div className="notice" data-defaults>
          <span className="warning">
            <Icon name="warning" />
          </span>
          <span className="main">
            <Text k="onramp.defaults" />
          </span>
          <Button onClick={() => api.refresh()}>
            <Text k="ui.retry" />
          </Button>
        </div>
      )}
      {isOld && state.quotedAt !== undefined && (
        <p className="hint">
          <Text k="onramp.asOf" params={{ time: time(state.quotedAt) }} />
        </p>
      )}
    </>
  )
}

/** A purchase that could not be begun. */
export function Failure({ error }: { error: unknown }): ReactNode {
  const announce = useAnnounce()
  const message = useErrorText()(error)
  useEffect(() => announce(message, 'assertive'), [announce, message])
  return (
    <div className="notice" data-alert="failure">
      <span className="error">
        <Icon name="warning" />
      </span>
      <div className="main">
        <strong>
          <Text k="onramp.notBegun" />
        </strong>{' '}
        <ErrorText error={error} />
        <ErrorDetails error={error} />
      </div>
    </div>
  )
}
