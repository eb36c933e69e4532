import type { Alert } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { useLate } from '../hooks.js'
import { IconButton } from '../kit/Button.js'
import { Icon } from '../kit/Icon.js'
import { useMessages } from '../kit/messages.js'
import { useObservable } from '../useObservable.js'

const NONE: readonly Alert[] = []
const none = { get: () => NONE, subscribe: () => () => undefined }

/** What the site's owner should know of, each once. */
export function Alerts(): ReactNode {
  const { late } = useLate()
  const text = useMessages()
  const alerts = useObservable(late?.alerts ?? none)
  if (!alerts.length) return null
  return (
    <div className="alerts" part="alerts" role="status">
      {alerts.map(({ id, title, message }) => (
        <div className="notice" key={id}>
          <span className="warning"><Icon name="warning" /></span>
          <div className="main"><strong>{title}</strong>{message}</div>
          <IconButton icon="close" label={text('ui.dismiss')} onClick={() => late?.alerts.dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
