import { make } from './elements.js'

export interface Tab {
  /** Shown on the tab, and part of element ids: without spaces. */
  readonly name: string
  /** Draws the content of the panel, anew each time. */
  draw(): HTMLElement
}
export interface Tabs {
  /** The list of tabs, then their panels. */
  readonly elements: readonly HTMLElement[]
  /** Draws the panel that is shown anew. */
  update(): void
}

/**
 * Tabs by the ARIA pattern: Tab stops once at the list, and the arrow keys, Home and End choose in
 * it. Only the panel that is shown is drawn.
 * @param label the name of the list for screen readers
 */
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
    // A reader who has scrolled to the end keeps seeing the end when entries are added.
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
