import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useAccount, useNetwork } from '../hooks.js'
import { InlineView } from '../kit/InlineView.js'
import { Text, useLabel } from '../kit/messages.js'
import { usePorts } from '../session/context.js'
import { useObservable } from '../useObservable.js'
import { isOn, isPlaced } from './features.js'

/** The tabs that plugins add to the account, one at a time. Arrow keys move between them. */
export function AccountTabs(): ReactNode {
  const { accountTabs, options } = usePorts()
  const flags = useObservable(options)
  const named = useLabel()
  const account = useAccount()
  const network = useNetwork()
  const tabs = useObservable(accountTabs).map(({ value }) => value).filter((tab) => isOn(tab.feature, flags) && isPlaced(tab, { account, network }))
  const [chosen, choose] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0]
  if (!current) return null
  const move = ({ key, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    const by = (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0) * (getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1)
    const next = by && tabs[(tabs.indexOf(current) + by + tabs.length) % tabs.length]
    if (!next) return
    choose(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div className="stack">
      <div className="tabs" role="tablist" {...named({ k: 'ui.accountTitle' })} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button key={tab.id} type="button" role="tab" id={`${id}${tab.id}`} data-tab={tab.id} aria-selected={tab === current} aria-controls={`${id}panel`} tabIndex={tab === current ? 0 : -1} onClick={() => choose(tab.id)}>
            <Text k={tab.label} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${current.id}`}><InlineView key={current.id} id={current.view} /></div>
    </div>
  )
}
