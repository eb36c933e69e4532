type Child = Node | string

/** An element with attributes and children. Texts stay texts: nothing is ever read as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  page: Document,
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = page.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/** A button that waits for clicks of people: those that a script makes do not count. */
export function button(
  page: Document,
  label: string,
  kind: 'primary' | 'secondary',
  onClick: () => void,
): HTMLButtonElement {
  const made = element(page, 'button', { type: 'button', class: kind }, label)
  made.addEventListener('click', (event) => void (event.isTrusted && onClick()))
  return made
}
