import type { ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useAccount, useConnections, useNetwork } from '../../hooks.js'
import { Icon } from '../../kit/controls/Icon.js'
import { List } from '../../kit/controls/Row.js'
import { Text } from '../../kit/text/messages.js'
import { useObservable } from '../../useObservable.js'
import { Disconnect } from '../account/Disconnect.js'
import { NetworkList } from './NetworkList.js'
import { SwitchNotice } from './SwitchNotice.js'

/**
 * Shown if the wallet is on a network that this site does not use: the visitor switches to another
 * one or disconnects.
 */
export function UnsupportedChain(): ReactNode {
  const ports = usePorts()
  const account = useAccount()
  const current = useNetwork()
  const { connections } = useConnections()
  const networks = useObservable(ports.networks)
    .map(({ value }) => value)
    .filter(({ namespace }) => !account || namespace === account.namespace)
  const connection = connections.find(({ id }) => id === account?.connectionId)
  return (
    <div className="stack">
      <div className="state">
        <span className="figure">
          <span className="picture letter round warning">
            <Icon name="network" />
          </span>
        </span>
        <h2>
          <Text k="ui.unsupportedNetwork" />
        </h2>
        <p>
          <Text k="ui.onUnsupported" params={{ network: current?.name ?? '' }} />
        </p>
      </div>
      <SwitchNotice />
      <NetworkList networks={networks} disabled={false} label={undefined} />
      {connection && (
        <List>
          <Disconnect connection={connection} />
        </List>
      )}
    </div>
  )
}
