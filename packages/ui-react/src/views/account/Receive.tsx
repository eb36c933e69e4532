import { explorerLink } from '@latchkey/plugin-api/explorer'
import type { ConnectedAccount, Namespace, Network } from '@latchkey/plugin-api'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
// The encoder of QR codes: MIT, no dependency, 4 kB. It comes with this view.
import { encode } from 'uqr'
import { useConnections, useNetwork } from '../../hooks.js'
import { Button } from '../../kit/controls/Button.js'
import { useCopy } from '../../kit/controls/CopyButton.js'
import { Icon } from '../../kit/controls/Icon.js'
import { Text, useLocale, useMessages } from '../../kit/text/messages.js'
import { QrCode } from '../../kit/blocks/QrCode.js'
import { SkeletonRows } from '../../kit/blocks/Skeleton.js'
import { Empty } from '../../kit/blocks/states.js'
import { usePorts } from '../../context.js'
import { useObservable } from '../../useObservable.js'
import { Tabs } from '../shared/Tabs.js'
import { useNamespaceLabel } from '../shared/useNamespaceLabel.js'

/** Number of networks that are named before the rest is only counted. */
const MAX_NAMED_NETWORKS = 4

/**
 * The networks of the site on which the account has exactly this address: some chain families spell
 * it differently on each network.
 */
function useNetworksOf(account: ConnectedAccount): readonly Network[] {
  const { networks, adapter } = usePorts()
  const all = useObservable(networks)
  const current = useNetwork(account.namespace)
  const [known, setKnown] = useState<{ of: unknown; in: unknown; networks: readonly Network[] }>()
  useEffect(() => {
    let isGone = false
    const mine = all
      .map(({ value }) => value)
      .filter(
        ({ namespace, id }) =>
          namespace === account.namespace && (!account.networks || account.networks.includes(id)),
      )
    adapter(account.namespace)
      .then(
        (chain) =>
          isGone ||
          setKnown({
            of: account,
            in: all,
            networks: mine.filter(
              (network) => chain.addressOn(account, network) === account.address,
            ),
          }),
      )
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [adapter, all, account])
  return known?.of === account && known.in === all ? known.networks : current ? [current] : []
}

/** Names the networks on which funds can be sent to this address. */
function Warning({ account }: { account: ConnectedAccount }): ReactNode {
  const text = useMessages()
  const locale = useLocale()
  const label = useNamespaceLabel()
  const names = useNetworksOf(account).map(({ name }) => name)
  const more = names.length > MAX_NAMED_NETWORKS + 1 ? names.length - MAX_NAMED_NETWORKS : 0
  const shown = more
    ? [...names.slice(0, MAX_NAMED_NETWORKS), text('ui.moreNetworks', { count: more })]
    : names
  const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    shown.length ? shown : [label(account.namespace)],
  )
  return (
    <div className="notice">
      <span className="warning">
        <Icon name="warning" />
      </span>
      <p className="main">
        <Text k="ui.receiveOnly" params={{ networks: list }} />
      </p>
    </div>
  )
}

/** An address to scan, to copy or to look up. */
function Code({ account }: { account: ConnectedAccount }): ReactNode {
  const { address, namespace } = account
  const label = useNamespaceLabel()
  const { state, copy } = useCopy()
  const network = useNetwork(namespace)
  const explorer = network && explorerLink(network, address)
  const modules = useMemo(() => encode(address, { ecc: 'M', border: 0 }).data, [address])
  return (
    <div className="stack receive">
      <QrCode
        modules={modules}
        label={{ k: 'ui.receiveCode', params: { chain: label(namespace) } }}
      />
      <bdi dir="ltr" className="whole">
        {address}
      </bdi>
      <Warning account={account} />
      <Button wide variant="primary" onClick={() => copy(address)}>
        <Icon name={state === 'copied' ? 'check' : state === 'failed' ? 'warning' : 'copy'} />
        <Text
          k={
            state === 'copied'
              ? 'ui.copied'
              : state === 'failed'
                ? 'ui.copyFailed'
                : 'ui.copyAddress'
          }
        />
      </Button>
      {explorer && (
        <Button wide variant="plain" href={explorer.url}>
          <Text k="ui.viewOn" params={{ explorer: explorer.name }} />
        </Button>
      )}
    </div>
  )
}

/** The addresses in use, one for each connected chain family. */
export function Receive(): ReactNode {
  const { accounts, activeNetwork, router } = usePorts()
  const { namespaces, restoring } = useConnections()
  const { namespace: active } = useObservable(activeNetwork)
  const label = useNamespaceLabel()
  const [chosen, choose] = useState<Namespace>()
  const mine = Object.keys(namespaces).flatMap((namespace) => accounts.active(namespace) ?? [])
  const account =
    [chosen, active]
      .map((namespace) => mine.find((each) => each.namespace === namespace))
      .find(Boolean) ?? mine[0]
  if (!account)
    return restoring ? (
      <SkeletonRows />
    ) : (
      <Empty title="ui.notConnected" text="ui.receiveEmpty" icon="wallet">
        <Button variant="primary" onClick={() => router.reset('Connect')}>
          <Text k="ui.connectWallet" />
        </Button>
      </Empty>
    )
  if (mine.length < 2) return <Code account={account} />
  return (
    <Tabs
      label={{ k: 'ui.receiveChains' }}
      tabs={mine.map(({ namespace }) => ({ id: namespace, label: <bdi>{label(namespace)}</bdi> }))}
      current={account.namespace}
      onChoose={choose}
    >
      <Code key={account.namespace} account={account} />
    </Tabs>
  )
}
