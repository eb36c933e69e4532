// The prompt as nodes. Only text nodes and listeners: a page's policy may forbid everything else.
import type { Address } from 'viem'
import type { PromptView } from '../../wallet/types.js'

export const panelStyles = `
  :host, body {
    margin: 0; font: 14px/1.45 system-ui, sans-serif; color: #10231b; background: #fff;
    color-scheme: light;
  }
  .panel {
    box-sizing: border-box; display: flex; flex-direction: column; gap: 12px; padding: 16px;
    min-height: 100%;
  }
  h1 { margin: 0; font-size: 17px; } .origin { color: #4b5f56; overflow-wrap: anywhere; }
  dl { margin: 0; display: grid; gap: 8px; } dt { color: #4b5f56; font-size: 12px; }
  dd {
    margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 180px; overflow: auto;
  }
  label {
    display: flex; gap: 8px; align-items: center; font-family: ui-monospace, monospace;
    font-size: 12px; overflow-wrap: anywhere;
  }
  .buttons { display: flex; gap: 8px; margin-top: auto; }
  button {
    flex: 1; min-height: 40px; border-radius: 8px; border: 1px solid #0b6e4f; background: #fff;
    color: #0b6e4f; font: inherit; cursor: pointer;
  }
  button[data-action=approve] { background: #0b6e4f; color: #fff; }
  :focus-visible { outline: 2px solid #10231b; outline-offset: 2px; }
`

type Child = Node | string

function element<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  name: K,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = page.createElement(name)
  made.append(...children)
  return made
}

function button(page: Document, text: string, action: string, act: () => void): HTMLButtonElement {
  const made = element(page, 'button', text)
  made.type = 'button'
  made.dataset['action'] = action
  made.addEventListener('click', act)
  return made
}

/** One box for each account that may be chosen. */
function choices(
  page: Document,
  view: PromptView,
): { nodes: HTMLElement[]; chosen: () => Address[] } {
  const boxes = (view.prompt.choices ?? []).map(({ address, chosen }) => {
    const box = element(page, 'input')
    box.type = 'checkbox'
    box.value = address
    box.checked = chosen
    return box
  })
  return {
    nodes: boxes.map((box) => element(page, 'label', box, box.value)),
    chosen: () => boxes.filter((box) => box.checked).map((box) => box.value as Address),
  }
}

/** The prompt's panel, made of nodes of `page`, which may be another window's document. */
export function createPanel(page: Document, walletName: string, view: PromptView): HTMLElement {
  const { prompt } = view
  const { nodes, chosen } = choices(page, view)
  const title = element(page, 'h1', prompt.title)
  const origin = element(page, 'div', `${walletName} · ${prompt.origin}`)
  origin.className = 'origin'
  const lines = element(
    page,
    'dl',
    ...prompt.lines
      .filter(([, value]) => value)
      .map(([label, value]) =>
        element(page, 'div', element(page, 'dt', label), element(page, 'dd', value)),
      ),
  )
  const approve = () => {
    const accounts = chosen()
    if (!prompt.choices) view.approve()
    else if (accounts.length > 0) view.approve({ accounts }) // with nothing ticked there is nothing to approve
  }
  const buttons = element(
    page,
    'div',
    button(page, 'Reject', 'reject', () => view.reject()),
    button(page, 'Approve', 'approve', approve),
  )
  buttons.className = 'buttons'
  const panel = element(page, 'div', title, origin, ...nodes, lines, buttons)
  panel.className = 'panel'
  panel.dataset['kind'] = prompt.kind
  return panel
}

/** Adopted rather than written as <style>: a style policy does not forbid it. */
export function adoptStyles(
  root: Document | ShadowRoot,
  owner: Window & { CSSStyleSheet?: typeof CSSStyleSheet },
  text: string,
): void {
  const sheet = new (owner.CSSStyleSheet ?? CSSStyleSheet)()
  sheet.replaceSync(text)
  root.adoptedStyleSheets = [sheet]
}
