import type { ThemeTokens } from '@latchkey/plugin-api'

/** Tokens that every theme fills in. */
export type Palette = Required<Pick<ThemeTokens, 'background' | 'surface' | 'text' | 'textMuted' | 'border' | 'error' | 'success' | 'warning'>>

export const palettes: Readonly<Record<'dark' | 'light', Palette>> = {
  dark: { background: '#141519', surface: '#1e2026', text: '#f3f4f6', textMuted: '#a0a5b1', border: '#2e313a', error: '#ff8078', success: '#4cc38a', warning: '#f0b429' },
  light: { background: '#fff', surface: '#f3f4f6', text: '#16181d', textMuted: '#5b6270', border: '#dfe1e6', error: '#b92c24', success: '#16713f', warning: '#8a5800' },
}

/** The same in every theme. */
export const common = {
  accent: '#4361e0',
  // White or black by the relative luminance of the accent (WCAG 2): above .179 black is easier to read. A host's own value replaces it.
  onAccent: 'color(from var(--lk-accent) xyz-d65 calc(.9505*clamp(0,(.179 - y)*1e6,1)) clamp(0,(.179 - y)*1e6,1) calc(1.089*clamp(0,(.179 - y)*1e6,1)))',
  fontFamily: 'system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif',
  fontSizeMaster: '10px',
  borderRadiusMaster: '4px',
  zIndex: '999',
  width: '360px',
} as const satisfies ThemeTokens
