type Attributes = Readonly<Record<string, string | boolean>>

/** Makes an element with attributes and content. A text is never read as markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'boolean') element.toggleAttribute(name, value)
    else element.setAttribute(name, value)
  }
  element.append(...content)
  return element
}

/** Makes a table, labelled for screen readers, or a sentence if there are no rows. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLElement {
  if (!rows.length) return make('p', {}, `${caption}: nothing yet.`)
  return make(
    'table',
    { 'aria-label': caption },
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
    make(
      'tbody',
      {},
      ...rows.map((row) => make('tr', {}, ...row.map((cell) => make('td', {}, cell)))),
    ),
  )
}
