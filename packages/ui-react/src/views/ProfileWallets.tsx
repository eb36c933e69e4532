import type { ConnectedAccount, ConnectionInfo } from '@latchkey/plugin-api'
import { useState, type ReactNode } from 'react'
import { useConnections } from '../hooks.js'
import { Address } from '../kit/Address.js'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { Picture } from '../kit/Picture.js'
import { List, Row } from '../kit/Row.js'
import { useErrorText } from '../kit/states.js'
import { usePorts, useSession } from '../session/context.js'
import { Avatar } from './Avatar.js'
import { Disconnect } from './Disconnect.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'

function AccountRow({ account, isCurrent, choose }: { account: ConnectedAccount; isCurrent: boolean; choose(): void }): ReactNode {
  const label = useNamespaceLabel()
  const note = [label(account.namespace), account.label].filter(Boolean).join(' · ')
  return (
    <Row start={<Avatar address={account.address} size={32} />} note={note} current={isCurrent} end={isCurrent ? <Text k="ui.inUse" /> : undefined} onClick={choose}>
      <Address address={account.address} namespace={account.namespace} />
    </Row>
  )
}

function Wallet({ connection, onError }: { connection: ConnectionInfo; onError(error: unknown): void }): ReactNode {
  const { accounts, router } = usePorts()
  const { namespaces } = useConnections()
  const text = useMessages()
  const mine = accounts.all().filter(({ connectionId }) => connectionId === connection.id)
  const isCurrent = ({ namespace, key }: ConnectedAccount): boolean => namespaces[namespace]?.connectionId === connection.id && namespaces[namespace]?.accountKey === key
  const choose = (account: ConnectedAccount): void => {
    accounts.select({ connectionId: connection.id, namespace: account.namespace, key: account.key }).then(() => {
      if (router.get().at(-1)?.view === 'ProfileWallets' && router.get().length > 1) router.back()
    }, onError)
  }
  return (
    <section className="stack" aria-label={text('ui.walletNamed', { wallet: connection.name })}>
      <h2 className="group"><Picture src={connection.icon} name={connection.name} size="small" /> <bdi>{connection.name}</bdi></h2>
      <List>
        {mine.map((account) => <AccountRow key={`${account.namespace} ${account.key}`} account={account} isCurrent={isCurrent(account)} choose={() => choose(account)} />)}
        <Disconnect connection={connection} />
      </List>
    </section>
  )
}

/** Every wallet that is connected, with its accounts: which one is in use, another one, an end to one or all. */
export function ProfileWallets(): ReactNode {
  const { router } = usePorts()
  const { connections, disconnect } = useConnections()
  const { announce } = useSession()
  const errorText = useErrorText()
  const [error, setError] = useState<string>()
  const fail = (reason: unknown): void => {
    setError(errorText(reason))
    announce(errorText(reason), 'assertive')
  }
  return (
    <div className="stack">
      {error !== undefined && <p className="hint error">{error}</p>}
      {connections.map((connection) => <Wallet key={connection.id} connection={connection} onError={fail} />)}
      <List>
        <Row start={<span className="picture letter"><Icon name="plus" /></span>} onClick={() => router.push('Connect')}><Text k="ui.addWallet" /></Row>
        {connections.length > 1 && <Row start={<span className="picture letter"><Icon name="leave" /></span>} onClick={() => void disconnect().catch(fail)}><Text k="ui.disconnectAll" /></Row>}
      </List>
    </div>
  )
}
