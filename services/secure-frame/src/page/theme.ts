/** Values that a page may set, by the tokens of the modal: colours and a corner, no more. */
const VARIABLES: Readonly<Record<string, string>> = {
  '--lk-accent': '--accent',
  '--lk-color-accent': '--accent',
}
/** A colour that cannot hide a text: no transparency and no picture. */
const COLOUR = /^#[\da-f]{6}$/i

/**
 * Applies the theme of the page around. Only the accent is taken: with more a page could make a warning
 * unreadable.
 */
export function applyTheme(
  page: Document,
  mode: 'dark' | 'light',
  variables: Readonly<Record<string, string | number>> = {},
): void {
  const { dataset, style } = page.documentElement
  dataset['theme'] = mode
  for (const [name, value] of Object.entries(variables)) {
    const own = VARIABLES[name]
    if (own && typeof value === 'string' && COLOUR.test(value)) style.setProperty(own, value)
  }
}
