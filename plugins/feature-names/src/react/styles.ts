import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/** Set as `style`: a style sheet would have to be on the page before these views are opened. */
export const styles = {
  suffix: { color: token('text-muted'), whiteSpace: 'nowrap' },
  free: { margin: 0, overflowWrap: 'anywhere', color: token('success') },
  suggestions: { display: 'flex', flexWrap: 'wrap', gap: 8 },
  wrapped: { margin: 0, overflowWrap: 'anywhere' },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    margin: 0,
  },
  mine: {
    display: 'grid',
    gap: 8,
    padding: '8px 12px',
    border: `1px solid ${token('border')}`,
    borderRadius: token('radius-m'),
  },
  label: { overflowWrap: 'anywhere', textAlign: 'start' },
  headline: { outline: 'none', overflowWrap: 'anywhere' },
  name: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 4,
    maxInlineSize: '100%',
    overflowWrap: 'anywhere',
    fontWeight: 600,
  },
  address: { overflowWrap: 'anywhere', minInlineSize: 0 },
} as const satisfies Readonly<Record<string, CSSProperties>>
