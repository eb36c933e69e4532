import type { Kernel } from '@latchkey/kernel'
import { brand, type Dispose } from '@latchkey/plugin-api'
import type { Tokens } from './buttonTokens.js'

/** Prefix of the custom properties. The style sheets write it as `--lk-`. */
const PREFIX = `--${brand.elementPrefix}-`

const withPrefix = (css: string): string => css.replaceAll('--lk-', PREFIX)

/**
 * Creates a constructable style sheet, the only kind that a strict Content Security Policy allows.
 */
export function toSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(withPrefix(css))
  return sheet
}

/**
 * Keeps the mode and tokens of the kernel's theme on an element. Values are set one property at a
 * time, so that a token cannot inject other rules.
 */
export function applyTheme(
  { style, dataset }: HTMLElement,
  { ports: { theme } }: Kernel,
  tokens: Tokens,
): Dispose {
  const system = matchMedia('(prefers-color-scheme: light)')
  const apply = (): void => {
    const { mode, variables } = theme.get()
    const shown = mode === 'light' || (mode === 'auto' && system.matches) ? 'light' : 'dark'
    const own: Record<string, string | undefined> = { ...tokens.common, ...tokens[shown] }
    const all: typeof own = { ...own, ...variables }
    for (const name in all)
      style.setProperty(
        PREFIX + name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        // Without a value the property is removed.
        withPrefix(all[name] ?? own[name] ?? ''),
      )
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
