import { isLatchkeyError, type ConnectedAccount, type ConnectionInfo } from '@latchkey/plugin-api'
import { useState, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useConnections } from '../../hooks.js'
import { ErrorDetails, ErrorText, useErrorText } from '../../kit/blocks/states.js'
import { Icon, type IconName } from '../../kit/controls/Icon.js'
import { Picture } from '../../kit/controls/Picture.js'
import { List, Row } from '../../kit/controls/Row.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { Address } from '../../kit/text/Address.js'
import { useIdentity } from '../../kit/text/useIdentity.js'
import { Text, useLabel, useMessages } from '../../kit/text/messages.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'
import { Avatar } from './Avatar.js'
import { Disconnect } from './Disconnect.js'
import { DisconnectFrom } from './DisconnectFrom.js'
import { closeIfDisconnected } from './closeIfDisconnected.js'
import { useChooseAccount } from './useChooseAccount.js'
import { useKeptFocus } from './useKeptFocus.js'

/** Two lines in the height of a row with one: a name that comes late moves no row. */
const LOW = { lineHeight: '16px' } as const

function AccountRow({
  account,
  note,
  isWaiting,
  choose,
}: {
  account: ConnectedAccount
  note: string | undefined
  isWaiting: boolean
  choose(account: ConnectedAccount): void
}): ReactNode {
  const { connectionId, namespace, key, address } = account
  const now = useConnections().namespaces[namespace]
  const isCurrent = now?.connectionId === connectionId && now.accountKey === key
  const identity = useIdentity(address, namespace)
  const short = <Address address={address} namespace={namespace} />
  const second = identity ? (
    <span className="line">
      {short}
      {note !== undefined && (
        <>
          {' · '}
          <bdi>{note}</bdi>
        </>
      )}
    </span>
  ) : (
    note !== undefined && <bdi>{note}</bdi>
  )
  return (
    <Row
      start={<Avatar address={address} src={identity?.avatar} size={32} />}
      note={second || undefined}
      current={isCurrent}
      end={isWaiting ? <Icon name="loading" /> : isCurrent ? <Text k="ui.inUse" /> : undefined}
      onClick={() => choose(account)}
    >
      {identity ? (
        <bdi dir="ltr" style={note === undefined ? LOW : undefined}>
          {identity.name}
        </bdi>
      ) : (
        short
      )}
    </Row>
  )
}

function Wallet({
  connection,
  onBegin,
  onError,
}: {
  connection: ConnectionInfo
  onBegin(): void
  onError(error: unknown): void
}): ReactNode {
  const { accounts } = usePorts()
  const { namespaces } = useConnections()
  const named = useLabel()
  const label = useNamespaceLabel()
  const { choose, waiting } = useChooseAccount(onError)
  const begin = (account: ConnectedAccount): void => {
    onBegin()
    choose(account)
  }
  const { id, name, icon, scopes } = connection
  const mine = accounts.all().filter(({ connectionId }) => connectionId === id)
  const families = Object.keys(scopes)
  const isOne = families.length < 2
  return (
    <section className="stack" {...named({ k: 'ui.walletNamed', params: { wallet: name } })}>
      <h2 className="group">
        <Picture src={icon} name={name} size="small" /> <bdi>{name}</bdi>
      </h2>
      {families.map((family) => (
        <div key={family} className="stack" data-namespace={family}>
          {!isOne && (
            <DisconnectFrom
              connection={connection}
              namespace={family}
              isCurrent={namespaces[family]?.connectionId === id}
              onError={onError}
            />
          )}
          <List label={label(family)}>
            {mine
              .filter(({ namespace }) => namespace === family)
              .map((account) => (
                <AccountRow
                  key={account.key}
                  account={account}
                  choose={begin}
                  isWaiting={waiting?.key === account.key && waiting.namespace === family}
                  note={
                    [isOne && label(family), account.label].filter(Boolean).join(' · ') || undefined
                  }
                />
              ))}
          </List>
        </div>
      ))}
      <List>
        <Disconnect connection={connection} />
      </List>
    </section>
  )
}

const isCancelled = (error: unknown): boolean => isLatchkeyError(error, 'wallet.user_rejected')

/**
 * Shows why selecting an account failed, with details for support. A request that the visitor
 * declined is not shown as an error.
 */
function Notice({ error }: { error: unknown }): ReactNode {
  if (error === undefined) return null
  if (isCancelled(error))
    return (
      <p className="hint">
        <Text k="ui.switchCancelled" />
      </p>
    )
  return (
    <div className="notice">
      <span className="error">
        <Icon name="warning" />
      </span>
      <div className="main">
        <ErrorText error={error} />
        <ErrorDetails error={error} />
      </div>
    </div>
  )
}

const RowIcon = ({ name }: { name: IconName }): ReactNode => (
  <span className="picture letter">
    <Icon name={name} />
  </span>
)

/**
 * The connected wallets with their accounts by chain family: the visitor sees which are in use,
 * selects others, and disconnects one or all.
 */
export function ProfileWallets(): ReactNode {
  const ports = usePorts()
  const { connections, disconnect, restoring } = useConnections()
  const announce = useAnnounce()
  const text = useMessages()
  const errorText = useErrorText()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const element = useKeptFocus(connections)
  const fail = (reason: unknown): void => {
    setError(reason ?? 'unknown')
    if (isCancelled(reason)) announce(text('ui.switchCancelled'))
    else announce(errorText(reason), 'assertive')
  }
  const endAll = (): void => {
    setBusy(true)
    disconnect()
      .then(() => closeIfDisconnected(ports), fail)
      .finally(() => setBusy(false))
  }
  return (
    <div className="stack" ref={element}>
      <Notice error={error} />
      {connections.map((connection) => (
        <Wallet
          key={connection.id}
          connection={connection}
          onBegin={() => setError(undefined)}
          onError={fail}
        />
      ))}
      {restoring && (
        <List>
          <Row start={<RowIcon name="loading" />}>
            <Text k="ui.reconnecting" />
          </Row>
        </List>
      )}
      {!connections.length && !restoring && (
        <p className="hint">
          <Text k="ui.notConnectedText" />
        </p>
      )}
      <List>
        <Row start={<RowIcon name="plus" />} onClick={() => ports.router.push('Connect')}>
          <Text k={connections.length ? 'ui.addWallet' : 'ui.connectWallet'} />
        </Row>
        {connections.length > 1 && (
          <Row
            start={<RowIcon name={isBusy ? 'loading' : 'leave'} />}
            disabled={isBusy}
            onClick={endAll}
          >
            <Text k="ui.disconnectAll" />
          </Row>
        )}
      </List>
    </div>
  )
}
