import {
  createToken,
  knownTabs,
  type AccountFieldHolder,
  type AccountTab,
  type ConnectedAccount,
  type Namespace,
} from '@latchkey/plugin-api'
import { useEffect, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useNetwork } from '../../hooks.js'
import { InlineView } from '../../kit/modal/InlineView.js'
import { Text } from '../../kit/text/messages.js'
import { useSession } from '../../session/context.js'
import { useObservable } from '../../useObservable.js'
import { isOn, isPlaced } from '../shared/features.js'
import { Tabs } from '../shared/Tabs.js'
import { BareTab } from './BareTab.js'

const LABELS = { tokens: 'ui.tokens', nfts: 'ui.nfts', activity: 'ui.activity' } as const

type Shown =
  | { id: string; label: string; tab: AccountTab }
  | { id: string; label: string; bare: (typeof knownTabs)[number] }

/**
 * The specification's tabs in their order, then the tabs that plugins add. A tab without a plugin is
 * drawn bare, if the adapter of the account's chain names it.
 */
function useTabs(account: ConnectedAccount): readonly Shown[] {
  const { accountTabs, adapters, options } = usePorts()
  const own = useObservable(adapters).find(({ value }) => value.namespace === account.namespace)
  const flags = useObservable(options)
  const network = useNetwork()
  const all = useObservable(accountTabs).map(({ value }) => value)
  const placed = all
    .filter((tab) => isOn(tab.feature, flags) && isPlaced(tab, { account, network }))
    .map((tab) => ({ id: tab.id, label: tab.label, tab }))
  const known = knownTabs.flatMap((bare): readonly Shown[] => {
    if (!isOn(bare.feature, flags)) return []
    if (all.some(({ fills }) => fills === bare.id))
      return placed.filter(({ tab }) => tab.fills === bare.id)
    return own?.value.tabs?.includes(bare.id) ? [{ id: bare.id, label: LABELS[bare.id], bare }] : []
  })
  return [...known, ...placed.filter(({ tab }) => tab.fills === undefined)]
}

/** Holds the field `currentTab` of the account view while the tabs are drawn. */
function useCurrentTab(of: Namespace, currentTab: string | undefined): void {
  const { points } = usePorts()
  useEffect(
    () =>
      points.add(createToken<AccountFieldHolder>('account.fields'), {
        id: 'ui-react.tabs',
        fields: { currentTab: ({ namespace }) => (namespace === of ? currentTab : undefined) },
      }),
    [points, of, currentTab],
  )
}

/** The tabs of the account, one panel at a time. */
export function AccountTabs({ account }: { account: ConnectedAccount }): ReactNode {
  const tabs = useTabs(account)
  const { tab } = useSession()
  const chosen = useObservable(tab)
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  useCurrentTab(account.namespace, current?.id)
  if (!current) return null
  return (
    <Tabs
      label={{ k: 'ui.accountTitle' }}
      tabs={tabs.map(({ id, label }) => ({ id, label: <Text k={label} /> }))}
      current={current.id}
      onChoose={tab.set}
    >
      {'tab' in current ? (
        <InlineView key={current.id} id={current.tab.view} />
      ) : (
        <BareTab key={current.id} tab={current.bare} account={account} />
      )}
    </Tabs>
  )
}
