import { useState, type ReactNode } from 'react'
import { useNetwork } from '../hooks.js'
import { Field } from '../kit/Field.js'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { Empty } from '../kit/states.js'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { groupNetworks } from './groupNetworks.js'
import { NetworkList } from './NetworkList.js'
import { SwitchNotice } from './SwitchNotice.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'

/** From how many networks on a search field is worth its place. */
const MANY = 7

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
