import type { Network } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { Icon } from '../kit/Icon.js'
import { Text } from '../kit/messages.js'
import { List, Row } from '../kit/Row.js'
import { NetworkPicture } from './NetworkPicture.js'
import { useChooseNetwork } from './useChooseNetwork.js'

/** A list of networks with what each is called; `current` is marked. */
export function NetworkList({ networks, current, disabled, label }: { networks: readonly Network[]; current: string | undefined; disabled: boolean; label: string | undefined }): ReactNode {
  const choose = useChooseNetwork()
  return (
    <List label={label}>
      {networks.map((network) => {
        const isCurrent = network.id === current
        const end = isCurrent ? <Icon name="check" /> : network.testnet ? <Text k="ui.testnet" /> : undefined
        return <Row key={network.id} start={<NetworkPicture network={network} />} end={end} current={isCurrent} disabled={disabled && !isCurrent} onClick={() => choose(network)}><bdi>{network.name}</bdi></Row>
      })}
    </List>
  )
}
