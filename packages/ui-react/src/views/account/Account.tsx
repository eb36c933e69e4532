import { explorerLink } from '@latchkey/plugin-api/explorer'
import type { AccountAction, ConnectedAccount, ConnectionInfo } from '@latchkey/plugin-api'
import { useState, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useAccount, useBalance, useConnections, useNetwork } from '../../hooks.js'
import { Skeleton, SkeletonRows } from '../../kit/blocks/Skeleton.js'
import { Empty, ErrorDetails } from '../../kit/blocks/states.js'
import { Button, IconButton } from '../../kit/controls/Button.js'
import { CopyButton } from '../../kit/controls/CopyButton.js'
import { Icon } from '../../kit/controls/Icon.js'
import { Picture } from '../../kit/controls/Picture.js'
import { List, Row } from '../../kit/controls/Row.js'
import { InlineView } from '../../kit/modal/InlineView.js'
import { useShortAddress } from '../../kit/text/Address.js'
import { Amount } from '../../kit/text/Amount.js'
import { Text } from '../../kit/text/messages.js'
import { useIdentity } from '../../kit/text/useIdentity.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'
import { NetworkPicture } from '../networks/NetworkPicture.js'
import { isOn, isPlaced } from '../shared/features.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'
import { AccountTabs } from './AccountTabs.js'
import { Avatar } from './Avatar.js'
import { Disconnect } from './Disconnect.js'

function AccountHeader({ account }: { account: ConnectedAccount }): ReactNode {
  const network = useNetwork(account.namespace)
  const short = useShortAddress(account.address, account.namespace)
  const identity = useIdentity(account.address, account.namespace)
  const [isWhole, setWhole] = useState(false)
  const explorer = network && explorerLink(network, account.address)
  return (
    <div className="who" part="account">
      <Avatar address={account.address} src={identity?.avatar} />
      {identity && (
        <bdi dir="ltr" className="known" data-whole={isWhole || undefined}>
          {identity.name}
        </bdi>
      )}
      <div className="address">
        <bdi dir="ltr">{short}</bdi>
        <CopyButton value={account.address} label={{ k: 'ui.copyAddress' }} />
        <IconButton
          icon="eye"
          label={{ k: 'ui.showAddress' }}
          pressed={isWhole}
          onClick={() => setWhole(!isWhole)}
        />
        {explorer && (
          <IconButton
            icon="external"
            label={{ k: 'ui.viewOn', params: { explorer: explorer.name } }}
            href={explorer.url}
          />
        )}
      </div>
      {isWhole && (
        <bdi dir="ltr" className="whole">
          {account.address}
        </bdi>
      )}
      <Balance />
    </div>
  )
}

function Balance(): ReactNode {
  const { amount, error, loading, refresh } = useBalance()
  if (amount)
    return (
      <div className="balance">
        <Amount amount={amount} />
      </div>
    )
  if (loading)
    return (
      <div className="balance">
        <Skeleton width="96px" />
      </div>
    )
  return error === undefined ? null : (
    <div className="balance">
      <Text k="ui.balanceUnavailable" />{' '}
      <Button variant="plain" onClick={refresh}>
        <Text k="ui.retry" />
      </Button>
      <ErrorDetails error={error} />
    </div>
  )
}

function NetworkRow(): ReactNode {
  const { router, options } = usePorts()
  const network = useNetwork()
  const { networkSwitching } = useObservable(options)
  if (!network) return null
  const open = networkSwitching ? { onClick: () => router.push('Networks') } : {}
  return (
    <Row
      start={<NetworkPicture network={network} />}
      end={networkSwitching ? <Icon name="next" /> : undefined}
      note={
        network.supported ? (
          <Text k="ui.network" />
        ) : (
          <span className="warning">
            <Text k="ui.unsupportedNetwork" />
          </span>
        )
      }
      {...open}
    >
      <bdi>{network.name}</bdi>
    </Row>
  )
}

function WalletRow({ connection }: { connection: ConnectionInfo }): ReactNode {
  const { router } = usePorts()
  const { connections } = useConnections()
  const count = connections
    .flatMap(({ scopes }) => Object.values(scopes))
    .reduce((sum, { accounts }) => sum + accounts.length, 0)
  return (
    <Row
      start={<Picture src={connection.icon} name={connection.name} />}
      end={<Icon name="next" />}
      note={<Text k="ui.accountsAndWallets" params={{ count }} />}
      onClick={() => router.push('ProfileWallets')}
    >
      <bdi>{connection.name}</bdi>
    </Row>
  )
}

function useActions(): { features: readonly AccountAction[]; others: readonly AccountAction[] } {
  const { accountActions, options } = usePorts()
  const flags = useObservable(options)
  const account = useAccount()
  const network = useNetwork()
  const shown = useObservable(accountActions)
    .map(({ value }) => value)
    .filter((action) => isOn(action.feature, flags) && isPlaced(action, { account, network }))
  const order = flags.walletFeaturesOrder
  const features = order.flatMap((feature) => shown.filter((action) => action.feature === feature))
  return { features, others: shown.filter((action) => !features.includes(action)) }
}

function FeatureButtons({ actions }: { actions: readonly AccountAction[] }): ReactNode {
  if (!actions.length) return null
  return (
    <div className="features">
      {actions.map(({ id, label, icon, run }) => (
        <button key={id} type="button" data-feature={id} onClick={run}>
          <Icon path={icon} name="next" />
          <Text k={label} />
        </button>
      ))}
    </div>
  )
}

/**
 * Draws the view of a payment plugin if the site wants it. Otherwise it is empty and loads nothing.
 */
function PaySlot(): ReactNode {
  const { views, options } = usePorts()
  const isOff = !isOn('pay', useObservable(options))
  const isFilled = useObservable(views).some(({ definition }) => definition.id === 'Pay')
  return isOff || !isFilled ? null : <InlineView id="Pay" />
}

function NotConnected({ isWaiting }: { isWaiting: boolean }): ReactNode {
  const { router } = usePorts()
  if (isWaiting) return <SkeletonRows />
  return (
    <Empty title="ui.notConnected" text="ui.notConnectedText" icon="wallet">
      <Button variant="primary" onClick={() => router.reset('Connect')}>
        <Text k="ui.connectWallet" />
      </Button>
    </Empty>
  )
}

/** Shown if wallets are connected only in chain families other than the active one. */
function NotConnectedHere(): ReactNode {
  const { router, activeNetwork } = usePorts()
  const { wanted } = useSession()
  const { namespace = '' } = useObservable(activeNetwork)
  const chain = useNamespaceLabel()(namespace)
  const connect = (): void => {
    wanted.set(namespace)
    router.push('Connect')
  }
  return (
    <div className="stack">
      <Empty title="ui.needsWallet" params={{ chain }} text="ui.needsWalletText" icon="wallet">
        <Button variant="primary" onClick={connect}>
          <Text k="ui.connectOn" params={{ chain }} />
        </Button>
      </Empty>
      <List>
        <NetworkRow />
        <Row
          start={
            <span className="picture letter">
              <Icon name="wallet" />
            </span>
          }
          end={<Icon name="next" />}
          onClick={() => router.push('ProfileWallets')}
        >
          <Text k="ui.wallets" />
        </Row>
      </List>
    </div>
  )
}

export function Account(): ReactNode {
  const account = useAccount()
  const { connections, restoring } = useConnections()
  const { features, others } = useActions()
  const connection = connections.find(({ id }) => id === account?.connectionId)
  if (!account || !connection)
    return connections.length ? <NotConnectedHere /> : <NotConnected isWaiting={restoring} />
  return (
    <div className="stack">
      <AccountHeader account={account} key={account.address} />
      <FeatureButtons actions={features} />
      <PaySlot />
      <AccountTabs account={account} />
      <List>
        <NetworkRow />
        <WalletRow connection={connection} />
        {others.map(({ id, label, icon, run }) => (
          <Row
            key={id}
            start={
              <span className="picture letter">
                <Icon path={icon} name="grid" />
              </span>
            }
            onClick={run}
            end={<Icon name="next" />}
          >
            <Text k={label} />
          </Row>
        ))}
        <Disconnect connection={connection} />
      </List>
    </div>
  )
}
