import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/**
 * Inline styles: a style sheet would have to load before these views are opened.
 */
export const looks = {
  view: { display: 'grid', gap: 12 },
  code: { display: 'grid', justifyItems: 'center', gap: 12, textAlign: 'center' },
  headline: {
    margin: 0,
    font: `600 ${token('font-size-l')}/24px ${token('font-family')}`,
    overflowWrap: 'anywhere',
  },
  qr: {
    inlineSize: 'min(100%, 280px)',
    blockSize: 'auto',
    aspectRatio: '1',
    borderRadius: token('radius-m'),
  },
  muted: {
    margin: 0,
    color: token('text-muted'),
    fontSize: token('font-size-s'),
    fontVariantNumeric: 'tabular-nums',
  },
  ways: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 4 },
} as const satisfies Readonly<Record<string, CSSProperties>>
