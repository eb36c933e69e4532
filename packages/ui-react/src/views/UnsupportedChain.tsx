import type { ReactNode } from 'react'
import { useAccount, useConnections, useNetwork } from '../hooks.js'
import { Icon } from '../kit/Icon.js'
import { Text } from '../kit/messages.js'
import { List } from '../kit/Row.js'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { Disconnect } from './Disconnect.js'
import { NetworkList } from './NetworkList.js'
import { SwitchNotice } from './SwitchNotice.js'

/** The wallet is on a network that this site does not know: where it can go instead, or out. */
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
          <Text
            k="ui.unsupportedText"
            params={{ network: current?.name ?? '', id: current?.id ?? '' }}
          />
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
