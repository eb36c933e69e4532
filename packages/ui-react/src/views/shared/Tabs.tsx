import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useLabel, type Label } from '../../kit/text/messages.js'

export interface Tab {
  readonly id: string
  readonly label: ReactNode
}

/** Shows one of several panels. Arrow keys, Home and End move between their tabs. */
export function Tabs({
  label,
  tabs,
  current,
  onChoose,
  children,
}: {
  label: Label
  tabs: readonly Tab[]
  current: string
  onChoose(id: string): void
  children: ReactNode
}): ReactNode {
  const named = useLabel()
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, currentTarget } = event
    const at = tabs.findIndex((tab) => tab.id === current)
    const by =
      (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0) *
      (getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1)
    const next =
      key === 'Home'
        ? tabs[0]
        : key === 'End'
          ? tabs.at(-1)
          : by
            ? tabs.at((at + by) % tabs.length)
            : undefined
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div className="stack">
      <div className="tabs" role="tablist" {...named(label)} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === current}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${current}`}>
        {children}
      </div>
    </div>
  )
}
