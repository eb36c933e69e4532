import { useSyncExternalStore, type ReactNode } from 'react'
import { Icon } from '../kit/controls/Icon.js'
import { Text } from '../kit/text/messages.js'

const subscribe = (draw: () => void): (() => void) => {
  const names = ['online', 'offline'] as const
  for (const name of names) window.addEventListener(name, draw)
  return () => {
    for (const name of names) window.removeEventListener(name, draw)
  }
}

/** Shows above every view that the browser is offline. */
export function Offline(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div className="alerts" role="status">
      {!isOnline && (
        <div className="notice">
          <span className="warning">
            <Icon name="warning" />
          </span>
          <div className="main">
            <Text k="ui.offlineNotice" />
          </div>
        </div>
      )}
    </div>
  )
}
