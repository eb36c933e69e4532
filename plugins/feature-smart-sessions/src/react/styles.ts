import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/** Set as `style`: a style sheet would have to be on the page before these views are opened. */
export const styles = {
  /** Rows of two lines in the height that the virtual list reckons with. */
  rows: { lineHeight: '16px' },
  /** A line that is as wide as its place, and never makes it wider. */
  note: {
    display: 'block',
    inlineSize: 0,
    minInlineSize: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  tail: {
    display: 'block',
    minInlineSize: 0,
    maxInlineSize: '12ch',
    maxBlockSize: 32,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    textAlign: 'end',
  },
  headline: {
    margin: 0,
    font: `600 ${token('font-size-l')}/24px ${token('font-family')}`,
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
  facts: { display: 'grid', gap: 8, margin: 0 },
  fact: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 12 },
  value: { margin: 0, minInlineSize: 0, textAlign: 'end', overflowWrap: 'anywhere' },
  listed: { display: 'block' },
} as const satisfies Readonly<Record<string, CSSProperties>>
