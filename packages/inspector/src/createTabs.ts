import { make } from './elements.js'

export interface Tab {
  readonly name: string
  draw(): HTMLElement
}
export interface Tabs {
  readonly elements: readonly HTMLElement[]
  /** Draws what is shown anew. */
  update(): void
}

/** Tabs by the pattern of ARIA: one stop of the Tab key, arrows between them. Only what is shown is drawn. */
export function createTabs(label: string, tabs: readonly Tab[]): Tabs {
  const panels = tabs.map(({ name }) =>
    make('div', {
      role: 'tabpanel',
      id: `panel-${name}`,
      'aria-labelledby': `tab-${name}`,
      tabindex: '0',
      hidden: true,
    }),
  )
  const buttons = tabs.map(({ name }) =>
    make(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` },
      name,
    ),
  )
  const list = make('div', { role: 'tablist', 'aria-label': label }, ...buttons)
  let shown = 0
  const update = (): void => {
    const panel = panels[shown]
    const isAtEnd = !!panel && panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 4
    panel?.replaceChildren(tabs[shown]!.draw())
    // Whoever reads the newest line goes on doing so.
    if (panel && isAtEnd) panel.scrollTop = panel.scrollHeight
  }
  const show = (index: number): void => {
    shown = (index + tabs.length) % tabs.length
    buttons.forEach((button, at) => {
      button.setAttribute('aria-selected', String(at === shown))
      button.tabIndex = at === shown ? 0 : -1
    })
    panels.forEach((panel, at) => (panel.hidden = at !== shown))
    update()
  }
  buttons.forEach((button, index) => button.addEventListener('click', () => show(index)))
  list.addEventListener('keydown', ({ key, target }) => {
    const isRtl = target instanceof Element && getComputedStyle(target).direction === 'rtl'
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: isRtl ? -1 : 1,
      ArrowLeft: isRtl ? 1 : -1,
      Home: -shown,
      End: tabs.length - 1 - shown,
    }
    const step = steps[key]
    if (step === undefined) return
    show(shown + step)
    buttons[shown]?.focus()
  })
  show(0)
  return { elements: [list, ...panels], update }
}
