type Attributes = Readonly<Record<string, string | boolean>>

/** An element with attributes and content. Text stays text. */
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

/** A table with a caption for those who do not see it, or words where there is nothing. */
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
