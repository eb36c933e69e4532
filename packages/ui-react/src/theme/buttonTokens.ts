import type { ThemeTokens } from '@latchkey/plugin-api'

/** Tokens by theme, and those that are the same in every theme. */
export type Tokens = Readonly<Record<'common' | 'dark' | 'light', ThemeTokens>>

/** The tokens of the shipped themes that a button needs. The modal adds the rest. */
export const buttonTokens = {
  common: {
    accent: '#4361e0',
    // White or black, by the relative luminance of the accent (WCAG 2): black is easier to read
    // above 0.179. A host's own value replaces it.
    onAccent:
      'color(from var(--lk-accent) xyz-d65 calc(.9505*clamp(0,(.179 - y)*1e6,1)) ' +
      'clamp(0,(.179 - y)*1e6,1) calc(1.089*clamp(0,(.179 - y)*1e6,1)))',
    fontFamily: 'system-ui,sans-serif',
    fontSizeMaster: '10px',
    borderRadiusMaster: '4px',
  },
  dark: { surface: '#1e2026', text: '#f3f4f6', border: '#2e313a', warning: '#f0b429' },
  light: { surface: '#f3f4f6', text: '#16181d', border: '#dfe1e6', warning: '#8a5800' },
} as const satisfies Tokens
