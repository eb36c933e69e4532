import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/** Height in px of a month's headline with the gap below it. */
export const HEADLINE_HEIGHT_PX = 32

/** Set as `style` on the elements, so that no style sheet has to be loaded. */
export const styles = {
  month: {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    blockSize: HEADLINE_HEIGHT_PX,
    margin: 0,
    padding: 0,
    font: `600 ${token('font-size-s')}/20px ${token('font-family')}`,
  },
  /** Two lines in the height that the virtual list reckons with. */
  row: { lineHeight: '16px' },
  amounts: { display: 'grid', justifyItems: 'end', lineHeight: '18px', minInlineSize: 0 },
  amount: {
    maxInlineSize: '18ch',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  notice: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    margin: 0,
  },
  over: {
    position: 'sticky',
    insetBlockStart: 0,
    zIndex: 1,
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'flex-start',
    blockSize: 0,
  },
  address: {
    display: 'inline-block',
    fontFamily: 'ui-monospace, monospace',
    fontSize: token('font-size-s'),
    lineHeight: '20px',
    overflowWrap: 'anywhere',
  },
  /** Bold and underlined, as not everybody sees the colour. */
  mark: {
    background: `color-mix(in srgb, ${token('warning')} 28%, transparent)`,
    color: 'inherit',
    fontWeight: 700,
    textDecoration: 'underline 2px',
    textUnderlineOffset: 3,
  },
  alert: {
    display: 'grid',
    gap: 8,
    padding: 12,
    border: `2px solid ${token('warning')}`,
    borderRadius: token('radius-m'),
    minInlineSize: 0,
  },
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    margin: 0,
    font: `600 ${token('font-size-m')}/20px ${token('font-family')}`,
  },
  facts: { display: 'grid', gap: 8, margin: 0 },
  fact: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 12 },
  value: { margin: 0, minInlineSize: 0, textAlign: 'end', overflowWrap: 'anywhere' },
  block: { margin: 0, minInlineSize: 0, overflowWrap: 'anywhere' },
} as const satisfies Readonly<Record<string, CSSProperties>>
