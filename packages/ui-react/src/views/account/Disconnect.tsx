import type { ConnectionInfo } from '@latchkey/plugin-api'
import { useState, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { ErrorText, useErrorText } from '../../kit/blocks/states.js'
import { Icon } from '../../kit/controls/Icon.js'
import { Row } from '../../kit/controls/Row.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { Text, useLocale, useMessages } from '../../kit/text/messages.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'
import { closeIfDisconnected } from './closeIfDisconnected.js'

/**
 * Disconnects a wallet in one tap, and names what ends with it if the wallet serves several chain
 * families.
 */
export function Disconnect({ connection }: { connection: ConnectionInfo }): ReactNode {
  const ports = usePorts()
  const announce = useAnnounce()
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
        closeIfDisconnected(ports)
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
