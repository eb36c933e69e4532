import type { Alert } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { useLate } from '../hooks.js'
import { IconButton } from '../kit/controls/Button.js'
import { Icon } from '../kit/controls/Icon.js'
import { useObservable } from '../useObservable.js'

const NONE: readonly Alert[] = []
const none = { get: () => NONE, subscribe: () => () => undefined }

/** Shows alerts for the site's owner. */
export function Alerts(): ReactNode {
  const { late } = useLate()
  const alerts = useObservable(late?.alerts ?? none)
  if (!alerts.length) return null
  return (
    <div className="alerts" part="alerts" role="status">
      {alerts.map(({ id, title, message }) => (
        <div className="notice" key={id} data-alert={id}>
          <span className="warning">
            <Icon name="warning" />
          </span>
          <div className="main">
            <strong>
              <bdi>{title}</bdi>
            </strong>
            <bdi>{message}</bdi>
          </div>
          <IconButton
            icon="close"
            label={{ k: 'ui.dismiss' }}
            onClick={() => late?.alerts.dismiss(id)}
          />
        </div>
      ))}
    </div>
  )
}
