import type { Network } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useNetwork } from '../../hooks.js'
import { Icon } from '../../kit/controls/Icon.js'
import { List, Row } from '../../kit/controls/Row.js'
import { Text } from '../../kit/text/messages.js'
import { useObservable } from '../../useObservable.js'
import { NetworkPicture } from './NetworkPicture.js'
import { useChooseNetwork } from './useChooseNetwork.js'

/**
 * A list of networks. It marks the active network, and the network in use in each other connected
 * chain family.
 */
export function NetworkList({
  networks,
  disabled,
  label,
}: {
  networks: readonly Network[]
  disabled: boolean
  label: string | undefined
}): ReactNode {
  const { activeNetwork, connections } = usePorts()
  const choose = useChooseNetwork()
  const active = useNetwork()?.id
  const inUse = useObservable(activeNetwork).networks
  const { namespaces } = useObservable(connections)
  return (
    <List label={label}>
      {networks.map((network) => {
        const { id, namespace, testnet } = network
        const isActive = id === active
        const isUsed = inUse[namespace] === id && namespaces[namespace]?.status === 'connected'
        const end = isActive ? (
          <Icon name="check" />
        ) : isUsed ? (
          <Text k="ui.inUse" />
        ) : testnet ? (
          <Text k="ui.testnet" />
        ) : undefined
        return (
          <Row
            key={id}
            start={<NetworkPicture network={network} />}
            end={end}
            note={testnet && (isActive || isUsed) ? <Text k="ui.testnet" /> : undefined}
            current={isActive}
            disabled={disabled && !isActive}
            onClick={() => choose(network)}
          >
            <bdi>{network.name}</bdi>
          </Row>
        )
      })}
    </List>
  )
}
