import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/**
 * Set as `style` on the elements: a style sheet would have to be loaded before the view is opened.
 */
export const styles = {
  view: { display: 'grid', gap: 12 },
  head: {
    display: 'grid',
    justifyItems: 'center',
    gap: 4,
    paddingBlockStart: 12,
    textAlign: 'center',
  },
  figure: { marginBlockEnd: 16 },
  statement: { margin: 0, overflowWrap: 'anywhere' },
  note: {
    margin: 0,
    textAlign: 'center',
    color: token('text-muted'),
    fontSize: token('font-size-s'),
    lineHeight: '16px',
  },
  address: { display: 'flex', alignItems: 'center', gap: 4, paddingBlockStart: 4 },
  whole: { overflowWrap: 'anywhere', userSelect: 'all' },
  message: {
    maxBlockSize: 200,
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    textAlign: 'left',
    margin: '8px 0 0',
  },
  actions: { display: 'grid', gap: 4 },
} as const satisfies Readonly<Record<string, CSSProperties>>
