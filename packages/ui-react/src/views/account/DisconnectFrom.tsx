import type { ConnectionInfo, Namespace } from '@latchkey/plugin-api'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useLate } from '../../hooks.js'
import { Button, IconButton } from '../../kit/controls/Button.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { Text, useLabel, useLocale, useMessages } from '../../kit/text/messages.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'
import { closeIfDisconnected } from './closeIfDisconnected.js'

interface Parting {
  /** The chain families that would end, while the visitor is asked. */
  asking: readonly Namespace[] | undefined
  /** Disconnects from one chain family at once if the wallet supports that, and asks otherwise. */
  begin(): void
  run(): void
  cancel(): void
}

function useDisconnectFrom(namespace: Namespace, onError: (error: unknown) => void): Parting {
  const ports = usePorts()
  const announce = useAnnounce()
  const text = useMessages()
  const locale = useLocale()
  const label = useNamespaceLabel()
  const { late } = useLate()
  const [asking, ask] = useState<readonly Namespace[]>()
  /** The namespaces that would be disconnected together with this one. */
  const ending = (): readonly Namespace[] => late?.endsTogetherWith(namespace) ?? []
  const run = (): void => {
    const chains = new Intl.ListFormat(locale).format(ending().map(label))
    ask(undefined)
    ports.connections.disconnect({ namespace }).then(() => {
      announce(text('ui.disconnected', { chains }))
      closeIfDisconnected(ports)
    }, onError)
  }
  return {
    asking,
    run,
    cancel: () => ask(undefined),
    begin() {
      const ends = ending()
      if (ends.length > 1) ask(ends)
      else run()
    },
  }
}

/**
 * A chain family of a wallet with a button that disconnects it there. If the wallet cannot end one
 * family alone, the view names the others that end with it and asks first.
 */
export function DisconnectFrom({
  connection: { name },
  namespace,
  isCurrent,
  onError,
}: {
  connection: ConnectionInfo
  namespace: Namespace
  isCurrent: boolean
  onError(error: unknown): void
}): ReactNode {
  const announce = useAnnounce()
  const locale = useLocale()
  const text = useMessages()
  const named = useLabel()
  const label = useNamespaceLabel()
  const { asking, begin, run, cancel } = useDisconnectFrom(namespace, onError)
  const yes = useRef<HTMLButtonElement>(null)
  const params = { wallet: name, chain: label(namespace) }
  const title = asking ? text('ui.cannotPart', params) : ''
  useEffect(() => {
    if (!title) return
    announce(title, 'assertive')
    yes.current?.focus({ preventScroll: true })
  }, [title, announce])
  return (
    <>
      <div className="bar">
        <h3 className="group">
          <bdi>{label(namespace)}</bdi>
        </h3>
        {isCurrent && (
          <IconButton icon="leave" label={{ k: 'ui.disconnectFrom', params }} onClick={begin} />
        )}
      </div>
      {asking && (
        <div className="notice ask" role="group" {...named({ k: 'ui.cannotPart', params })}>
          <div className="main">
            <strong>
              <Text k="ui.cannotPart" params={params} />
            </strong>
            <Text
              k="ui.cannotPartText"
              params={{ chains: new Intl.ListFormat(locale).format(asking.map(label)) }}
            />
          </div>
          <Button ref={yes} onClick={run}>
            <Text k="ui.disconnectWallet" params={params} />
          </Button>
          <Button variant="plain" onClick={cancel}>
            <Text k="ui.cancel" />
          </Button>
        </div>
      )}
    </>
  )
}
