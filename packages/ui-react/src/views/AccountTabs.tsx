import { knownTabs, type AccountTab, type ConnectedAccount } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { useNetwork } from '../hooks.js'
import { InlineView } from '../kit/InlineView.js'
import { Text } from '../kit/messages.js'
import { usePorts, useSession } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { BareTab } from './BareTab.js'
import { isOn, isPlaced } from './features.js'
import { Tabs } from './Tabs.js'

const LABELS = { tokens: 'ui.tokens', nfts: 'ui.nfts', activity: 'ui.activity' } as const

type Shown =
  | { id: string; label: string; tab: AccountTab }
  | { id: string; label: string; bare: (typeof knownTabs)[number] }

/** The specification's tabs in their order, each as the plugin that fills it draws it, then those that plugins add. One that nobody fills is bare, where its chain family has it. */
function useTabs(account: ConnectedAccount): readonly Shown[] {
  const { accountTabs, options } = usePorts()
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
    return bare.chains.includes(account.namespace)
      ? [{ id: bare.id, label: LABELS[bare.id], bare }]
      : []
  })
  return [...known, ...placed.filter(({ tab }) => tab.fills === undefined)]
}

/** What there is to see of the account, one tab at a time. */
export function AccountTabs({ account }: { account: ConnectedAccount }): ReactNode {
  const tabs = useTabs(account)
  const { tab } = useSession()
  const chosen = useObservable(tab)
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0]
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
