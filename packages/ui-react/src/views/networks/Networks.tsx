import type { Network } from '@latchkey/plugin-api'
import { useEffect, useState, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useAccount, useNetwork } from '../../hooks.js'
import { Empty } from '../../kit/blocks/states.js'
import { Button } from '../../kit/controls/Button.js'
import { Field, type FieldProps } from '../../kit/controls/Field.js'
import { Icon } from '../../kit/controls/Icon.js'
import { useAnnounce } from '../../kit/modal/useAnnounce.js'
import { Address } from '../../kit/text/Address.js'
import { Text, useMessages } from '../../kit/text/messages.js'
import { useObservable } from '../../useObservable.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'
import { groupNetworks } from './groupNetworks.js'
import { NetworkList } from './NetworkList.js'
import { SwitchNotice } from './SwitchNotice.js'

/** Number of networks from which on a search field is shown. */
const SEARCH_FROM_COUNT = 7
/** Typing pause in ms after which the result is announced. */
const TYPING_PAUSE_MS = 500

/** Announces how many networks a search found, once the visitor stops typing. */
function useAnnounceCount(search: string, count: number): void {
  const announce = useAnnounce()
  const text = useMessages()
  const said = text(count ? 'ui.networksFound' : 'ui.noNetwork', { count })
  useEffect(() => {
    if (!search) return
    const timer = setTimeout(() => announce(said), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, said, announce])
}

/** The networks of one chain family, with the account that is connected there. */
function NetworkFamily({
  namespace,
  networks,
  disabled,
}: {
  namespace: string
  networks: readonly Network[]
  disabled: boolean
}): ReactNode {
  const title = useNamespaceLabel()(namespace)
  const account = useAccount(namespace)
  return (
    <section className="stack">
      <div className="bar">
        <h2 className="group">
          <bdi>{title}</bdi>
        </h2>
        {account && (
          <span className="hint">
            <Address address={account.address} namespace={namespace} />
          </span>
        )}
      </div>
      <NetworkList networks={networks} disabled={disabled} label={title} />
    </section>
  )
}

const SearchField = (props: Pick<FieldProps, 'value' | 'onChange'>): ReactNode => (
  <Field
    label={{ k: 'ui.searchNetworks' }}
    labelHidden
    placeholder={{ k: 'ui.searchNetworks' }}
    start={<Icon name="search" />}
    input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
    {...props}
  />
)

/** All networks of the site by chain family, to search and to switch to. */
export function Networks(): ReactNode {
  const ports = usePorts()
  const label = useNamespaceLabel()
  const all = useObservable(ports.networks).map(({ value }) => value)
  const { networkSwitching } = useObservable(ports.options)
  const current = useNetwork()
  const [search, setSearch] = useState('')
  const groups = groupNetworks(all, search, label)
  const isOneFamily = new Set(all.map(({ namespace }) => namespace)).size < 2
  useAnnounceCount(
    search,
    groups.reduce((sum, { networks }) => sum + networks.length, 0),
  )
  if (!all.length) return <Empty title="ui.noNetworks" text="ui.noNetworksText" icon="network" />
  return (
    <div className="stack">
      {!networkSwitching && (
        <p className="hint">
          <Text k="ui.switchingOff" />
        </p>
      )}
      <SwitchNotice />
      {current && !current.supported && (
        <p className="hint warning">
          <Text k="ui.onUnsupported" params={{ network: current.name }} />
        </p>
      )}
      {all.length >= SEARCH_FROM_COUNT && <SearchField value={search} onChange={setSearch} />}
      {groups.length === 0 && <Empty title="ui.noNetwork" text="ui.noNetworkText" icon="search" />}
      {groups.map(({ namespace, networks }) =>
        isOneFamily ? (
          <NetworkList
            key={namespace}
            networks={networks}
            disabled={!networkSwitching}
            label={label(namespace)}
          />
        ) : (
          <NetworkFamily
            key={namespace}
            namespace={namespace}
            networks={networks}
            disabled={!networkSwitching}
          />
        ),
      )}
      <Button variant="plain" wide onClick={() => ports.router.push('WhatIsNetwork')}>
        <Text k="ui.whatIsNetwork" />
      </Button>
    </div>
  )
}
