import type { Network } from '@latchkey/plugin-api'
import { useState, type ReactNode } from 'react'
import { useNetwork } from '../hooks.js'
import { Field } from '../kit/Field.js'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { List, Row } from '../kit/Row.js'
import { Empty } from '../kit/states.js'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { NetworkPicture } from './NetworkPicture.js'
import { SwitchNotice } from './SwitchNotice.js'
import { useChooseNetwork } from './useChooseNetwork.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'

/** From how many networks on a search field is worth its place. */
const MANY = 7

export interface NetworkGroup {
  namespace: string
  networks: readonly Network[]
}
/** By chain family in order of registration, test networks last, only what a search finds. */
export function groupNetworks(networks: readonly Network[], search: string): readonly NetworkGroup[] {
  const words = search.trim().toLowerCase()
  const found = networks.filter(({ name, nativeCurrency, reference }) => [name, nativeCurrency.symbol, reference].some((text) => text.toLowerCase().includes(words)))
  return [...new Set(found.map(({ namespace }) => namespace))].map((namespace) => ({
    namespace,
    networks: found.filter((network) => network.namespace === namespace).sort((a, b) => Number(!!a.testnet) - Number(!!b.testnet)),
  }))
}

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

export function Networks(): ReactNode {
  const ports = usePorts()
  const text = useMessages()
  const label = useNamespaceLabel()
  const all = useObservable(ports.networks).map(({ value }) => value)
  const { networkSwitching } = useObservable(ports.options)
  const current = useNetwork()
  const [search, setSearch] = useState('')
  const groups = groupNetworks(all, search)
  return (
    <div className="stack">
      {!networkSwitching && <p className="hint"><Text k="ui.switchingOff" /></p>}
      <SwitchNotice />
      {current && !current.supported && <p className="hint warning"><Text k="ui.onUnsupported" params={{ network: current.name }} /></p>}
      {all.length >= MANY && <Field label={text('ui.searchNetworks')} labelHidden placeholder={text('ui.searchNetworks')} value={search} onChange={setSearch} start={<Icon name="search" />} input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }} />}
      {groups.length === 0 && <Empty title="ui.noNetwork" text="ui.noNetworkText" icon="search" />}
      {groups.map(({ namespace, networks }) => (
        <section key={namespace} className="stack">
          {new Set(all.map((network) => network.namespace)).size > 1 && <h2 className="group">{label(namespace)}</h2>}
          <NetworkList networks={networks} current={current?.id} disabled={!networkSwitching} label={label(namespace)} />
        </section>
      ))}
    </div>
  )
}
