import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/** Set as `style`: a style sheet would have to be on the page before these views are opened. */
export const styles = {
  /** Rows of two lines in the height that the virtual list reckons with. */
  rows: { lineHeight: '16px' },
  line: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  /** A line that is as wide as its place, and never makes it wider. */
  note: {
    display: 'block',
    inlineSize: 0,
    minInlineSize: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  wrapped: { display: 'block', overflowWrap: 'anywhere' },
  tail: { display: 'block', minInlineSize: 0, textAlign: 'end' },
  /** The whole amount takes both lines of the row. */
  exact: {
    display: 'block',
    minInlineSize: 0,
    maxBlockSize: 32,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    textAlign: 'end',
  },
  total: { display: 'grid', justifyItems: 'center', gap: 4 },
  sum: {
    margin: 0,
    font: `600 calc(${token('font-size-master')} * 2.4)/32px ${token('font-family')}`,
    overflowWrap: 'anywhere',
    textAlign: 'center',
  },
  headline: {
    margin: 0,
    font: `600 ${token('font-size-l')}/24px ${token('font-family')}`,
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
  centred: { display: 'grid', justifyItems: 'center', gap: 8 },
  facts: { display: 'grid', gap: 8, margin: 0 },
  heading: { margin: 0 },
  fact: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 12 },
  value: { margin: 0, minInlineSize: 0, textAlign: 'end', overflowWrap: 'anywhere' },
  actions: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(12ch, 100%), 1fr))',
    gap: 8,
  },
  grid: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 8 },
  card: {
    display: 'grid',
    gap: 4,
    inlineSize: '100%',
    padding: 4,
    textAlign: 'start',
    alignContent: 'start',
    lineHeight: '16px',
  },
  art: {
    display: 'grid',
    placeItems: 'center',
    inlineSize: '100%',
    aspectRatio: '1',
    objectFit: 'cover',
    borderRadius: token('radius-s'),
    background: token('surface'),
    overflow: 'hidden',
  },
  largeArt: { maxInlineSize: 240 },
} as const satisfies Readonly<Record<string, CSSProperties>>
