import type { Kernel } from '@latchkey/kernel'
import { brand, type Dispose, type ThemeTokens } from '@latchkey/plugin-api'
import { contrast, textOn, toRgb } from './contrast.js'
import { common, palettes } from './palettes.js'

/** Prefix of the custom properties; in CSS text they are written `--lk-`. */
const PREFIX = `--${brand.elementPrefix}-`
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A constructable sheet, the only kind that a strict policy lets through. */
export function toSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.replaceAll('--lk-', PREFIX))
  return sheet
}

/** Keeps mode and tokens of the kernel's theme on an element. Values are set one by one, so that none can reach beyond its own property. */
export function applyTheme(root: HTMLElement, { ports: { theme } }: Kernel): Dispose {
  const system = window.matchMedia('(prefers-color-scheme: light)')
  const set: string[] = []
  const apply = (): void => {
    const { mode, variables } = theme.get()
    const shown = mode === 'auto' ? (system.matches ? 'light' : 'dark') : mode
    const tokens: ThemeTokens & { focus?: string } = { ...common, ...palettes[shown], ...variables }
    const accent = toRgb(tokens.accent ?? '') ?? [0, 0, 0]
    const background = toRgb(tokens.background ?? '') ?? [0, 0, 0]
    tokens.onAccent ??= textOn(accent)
    // An accent that cannot be seen on the background does not show where the focus is.
    tokens.focus = contrast(accent, background) < 3 ? (tokens.text ?? 'currentColor') : (tokens.accent ?? '')
    for (const name of set.splice(0)) root.style.removeProperty(name)
    for (const [name, value] of Object.entries(tokens)) {
      const property = PREFIX + kebab(name)
      root.style.setProperty(property, String(value))
      set.push(property)
    }
    root.dataset['theme'] = shown
  }
  apply()
  system.addEventListener('change', apply)
  const stop = theme.subscribe(apply)
  return () => {
    system.removeEventListener('change', apply)
    stop()
  }
}
