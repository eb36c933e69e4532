/** Values that a page may set, by the tokens of the modal: colours and a corner, no more. */
const VARIABLES: Readonly<Record<string, string>> = {
  '--lk-accent': '--accent',
  '--lk-color-accent': '--accent',
}
/** A colour that cannot hide a text: no transparency and no picture. */
const COLOUR = /^#[\da-f]{6}$/i
/** `--back` of page.css. */
const BACK = { light: '#ffffff', dark: '#16181d' } as const
/** WCAG 2.2, 1.4.11: of a control against what is beside it. */
const LEAST_CONTRAST = 3

/** Relative luminance of a colour, as WCAG 2.2 has it: 0 is black and 1 is white. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/**
 * Applies the theme of the page around. Only the accent is taken, and only where it stands out: with more
 * a page could make a warning unreadable, or the button look like empty space.
 */
export function applyTheme(
  page: Document,
  mode: 'dark' | 'light',
  variables: Readonly<Record<string, string | number>> = {},
): void {
  const { dataset, style } = page.documentElement
  dataset['theme'] = mode
  for (const name of ['--accent', '--on-accent']) style.removeProperty(name)
  for (const [name, value] of Object.entries(variables)) {
    const own = VARIABLES[name]
    const isColour = own && typeof value === 'string' && COLOUR.test(value)
    if (!isColour || contrast(value, BACK[mode]) < LEAST_CONTRAST) continue
    style.setProperty(own, value)
    const onAccent = contrast(value, '#ffffff') > contrast(value, '#000000') ? '#fff' : '#000'
    style.setProperty('--on-accent', onAccent)
  }
}
