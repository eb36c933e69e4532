import type { ConnectionInfo } from '@latchkey/plugin-api'
import { useState, type ReactNode } from 'react'
import { Icon } from '../kit/Icon.js'
import { Text, useLocale, useMessages } from '../kit/messages.js'
import { Row } from '../kit/Row.js'
import { ErrorText, useErrorText } from '../kit/states.js'
import { usePorts, useSession } from '../session/context.js'
import { leaveEmpty } from './leaveEmpty.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'

/** Ends a wallet in one tap, and says what ends with it where it serves several chain families. */
export function Disconnect({ connection }: { connection: ConnectionInfo }): ReactNode {
  const ports = usePorts()
  const { announce } = useSession()
  const locale = useLocale()
  const text = useMessages()
  const label = useNamespaceLabel()
  const errorText = useErrorText()
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const namespaces = Object.keys(connection.scopes)
  const all = new Intl.ListFormat(locale).format(namespaces.map(label))
  const run = (): void => {
    setState({ busy: true })
    ports.connections.disconnect({ connectionId: connection.id }).then(
      () => {
        announce(text('ui.disconnected', { chains: all }))
        setState({ busy: false })
        leaveEmpty(ports)
      },
      (error: unknown) => {
        announce(errorText(error), 'assertive')
        setState({ busy: false, error: error ?? 'unknown' })
      },
    )
  }
  const note =
    state.error !== undefined ? (
      <span className="error">
        <ErrorText error={state.error} />
      </span>
    ) : namespaces.length > 1 ? (
      <Text k="ui.endsOn" params={{ chains: all }} />
    ) : undefined
  return (
    <Row
      start={
        <span className="picture letter">
          <Icon name={state.busy ? 'loading' : 'leave'} />
        </span>
      }
      note={note}
      disabled={state.busy}
      onClick={run}
    >
      <Text k="ui.disconnectWallet" params={{ wallet: connection.name }} />
    </Row>
  )
}
