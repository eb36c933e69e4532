import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/**
 * Set as `style` on the elements: a style sheet would have to be loaded before the visitor opens one of
 * these views.
 */
export const styles = {
  /** Groups of characters, copied without the spaces between them. */
  address: {
    display: 'inline-block',
    fontFamily: 'ui-monospace, monospace',
    fontSize: token('font-size-s'),
    lineHeight: '20px',
    userSelect: 'all',
  },
  group: { display: 'inline-block', marginRight: '.6ch' },
  /** Bold and underlined, as not everybody sees the colour. */
  mark: {
    background: `color-mix(in srgb, ${token('warning')} 28%, transparent)`,
    color: 'inherit',
    fontWeight: 700,
    textDecoration: 'underline 2px',
    textUnderlineOffset: 3,
  },
  warned: {
    alignItems: 'flex-start',
    margin: 0,
    borderColor: token('warning'),
    textAlign: 'start',
  },
  alert: {
    display: 'grid',
    gap: 8,
    padding: 12,
    border: `2px solid ${token('warning')}`,
    borderRadius: token('radius-m'),
    minInlineSize: 0,
  },
  facts: { display: 'grid', gap: 4, margin: 0 },
  fact: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 12 },
  value: { margin: 0, minInlineSize: 0, textAlign: 'end', overflowWrap: 'anywhere' },
  block: { margin: 0, minInlineSize: 0, overflowWrap: 'anywhere' },
  /** For elements that get the focus although they are not controls. */
  focusTarget: { outline: 'none' },
  symbol: {
    maxInlineSize: '9ch',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  headline: {
    outline: 'none',
    margin: 0,
    font: `600 calc(${token('font-size-master')} * 2.4)/32px ${token('font-family')}`,
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
  note: { display: 'flex', alignItems: 'flex-start', gap: 8 },
  two: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(12ch, 100%), 1fr))',
    gap: 8,
  },
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    margin: 0,
    font: `600 ${token('font-size-m')}/20px ${token('font-family')}`,
  },
} as const satisfies Readonly<Record<string, CSSProperties>>
