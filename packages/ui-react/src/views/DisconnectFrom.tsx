import type { ConnectionInfo, Namespace } from '@latchkey/plugin-api'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLate } from '../hooks.js'
import { Button, IconButton } from '../kit/Button.js'
import { Text, useLabel, useLocale, useMessages } from '../kit/messages.js'
import { usePorts, useSession } from '../session/context.js'
import { leaveEmpty } from './leaveEmpty.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'

interface Parting {
  /** What would end, while it is asked. */
  asking: readonly Namespace[] | undefined
  /** Parts at once where the wallet can, else asks. */
  begin(): void
  run(): void
  cancel(): void
}

function useParting(namespace: Namespace, onError: (error: unknown) => void): Parting {
  const ports = usePorts()
  const { announce } = useSession()
  const text = useMessages()
  const locale = useLocale()
  const label = useNamespaceLabel()
  const { late } = useLate()
  const [asking, ask] = useState<readonly Namespace[]>()
  const endsWith = (): readonly Namespace[] => late?.endsWith(namespace) ?? []
  const run = (): void => {
    const chains = new Intl.ListFormat(locale).format(endsWith().map(label))
    ask(undefined)
    ports.connections.disconnect({ namespace }).then(() => {
      announce(text('ui.disconnected', { chains }))
      leaveEmpty(ports)
    }, onError)
  }
  return {
    asking,
    run,
    cancel: () => ask(undefined),
    begin() {
      const ends = endsWith()
      if (ends.length > 1) ask(ends)
      else run()
    },
  }
}

/** A chain family of a wallet, and a way to end the wallet there. Where it cannot part with that one alone, what ends with it is named and asked. */
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
  const { announce } = useSession()
  const locale = useLocale()
  const text = useMessages()
  const named = useLabel()
  const label = useNamespaceLabel()
  const { asking, begin, run, cancel } = useParting(namespace, onError)
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
