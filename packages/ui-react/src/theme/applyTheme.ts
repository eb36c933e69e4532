import type { Kernel } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'
import type { Tokens } from './buttonTokens.js'

/** Prefix of the custom properties; in CSS text they are written `--lk-`. */
const PREFIX = `--${brand.elementPrefix}-`

const named = (css: string): string => css.replaceAll('--lk-', PREFIX)

/** A constructable sheet, the only kind that a strict policy lets through. */
export function toSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(named(css))
  return sheet
}

/** Keeps mode and tokens of the kernel's theme on an element. Values are set one by one, so that none can reach beyond its own property. */
export function applyTheme(
  { style, dataset }: HTMLElement,
  { ports: { theme } }: Kernel,
  tokens: Tokens,
): Dispose {
  const system = matchMedia('(prefers-color-scheme: light)')
  const apply = (): void => {
    const { mode, variables } = theme.get()
    const shown = mode === 'light' || (mode === 'auto' && system.matches) ? 'light' : 'dark'
    for (const [name, value] of Object.entries({
      ...tokens.common,
      ...tokens[shown],
      ...variables,
    })) {
      style.setProperty(
        PREFIX + name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        named(value),
      )
    }
    dataset['theme'] = shown
  }
  apply()
  system.addEventListener('change', apply)
  const stop = theme.subscribe(apply)
  return () => {
    system.removeEventListener('change', apply)
    stop()
  }
}
