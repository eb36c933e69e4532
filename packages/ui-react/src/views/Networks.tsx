import type { Network } from '@latchkey/plugin-api'
import { useEffect, useState, type ReactNode } from 'react'
import { useAccount, useNetwork } from '../hooks.js'
import { Address } from '../kit/Address.js'
import { Button } from '../kit/Button.js'
import { Field } from '../kit/Field.js'
import { Icon } from '../kit/Icon.js'
import { Text, useMessages } from '../kit/messages.js'
import { Empty } from '../kit/states.js'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { groupNetworks } from './groupNetworks.js'
import { NetworkList } from './NetworkList.js'
import { SwitchNotice } from './SwitchNotice.js'
import { useNamespaceLabel } from './useNamespaceLabel.js'

/** From how many networks on a search field is worth its place. */
const MANY = 7
/** ms of rest after which what was found is said. */
const REST = 500

/** Says how many networks a search left, once the visitor stops typing. */
function useSayFound(search: string, count: number): void {
  const { announce } = useSession()
  const text = useMessages()
  const said = text(count ? 'ui.networksFound' : 'ui.noNetwork', { count })
  useEffect(() => {
    if (!search) return
    const timer = setTimeout(() => announce(said), REST)
    return () => clearTimeout(timer)
  }, [search, said, announce])
}

/** The networks of one chain family, and who is connected there. */
function Family({
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

/** Every network of the site by chain family, to search and to switch to. */
export function Networks(): ReactNode {
  const ports = usePorts()
  const label = useNamespaceLabel()
  const all = useObservable(ports.networks).map(({ value }) => value)
  const { networkSwitching } = useObservable(ports.options)
  const current = useNetwork()
  const [search, setSearch] = useState('')
  const groups = groupNetworks(all, search, label)
  const isOneFamily = new Set(all.map(({ namespace }) => namespace)).size < 2
  useSayFound(
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
      {all.length >= MANY && (
        <Field
          label={{ k: 'ui.searchNetworks' }}
          labelHidden
          placeholder={{ k: 'ui.searchNetworks' }}
          value={search}
          onChange={setSearch}
          start={<Icon name="search" />}
          input={{ type: 'search', autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' }}
        />
      )}
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
          <Family
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
