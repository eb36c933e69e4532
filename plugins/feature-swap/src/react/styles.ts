import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/** Set as `style` on the elements: a style sheet would have to be loaded before a view is opened. */
export const styles = {
  side: {
    display: 'grid',
    gap: 4,
    padding: 12,
    border: `1px solid ${token('border')}`,
    borderRadius: token('radius-m'),
    minInlineSize: 0,
  },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    minInlineSize: 0,
  },
  large: {
    font: `600 calc(${token('font-size-master')} * 2.2)/28px ${token('font-family')}`,
    overflowWrap: 'anywhere',
    minInlineSize: 0,
  },
  headline: {
    outline: 'none',
    margin: 0,
    font: `600 calc(${token('font-size-master')} * 2)/28px ${token('font-family')}`,
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
  flip: { display: 'grid', justifyItems: 'center', marginBlock: -4 },
  facts: { display: 'grid', gap: 6, margin: 0 },
  fact: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: 12,
  },
  value: { margin: 0, minInlineSize: 0, textAlign: 'end', overflowWrap: 'anywhere' },
  block: { margin: 0, minInlineSize: 0, overflowWrap: 'anywhere' },
  address: {
    fontFamily: 'ui-monospace, monospace',
    fontSize: token('font-size-s'),
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
  warned: {
    alignItems: 'flex-start',
    margin: 0,
    borderColor: token('warning'),
    textAlign: 'start',
  },
  two: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(12ch, 100%), 1fr))',
    gap: 8,
  },
  chips: { display: 'flex', flexWrap: 'wrap', gap: 8, margin: 0, padding: 0, listStyle: 'none' },
  tick: { display: 'flex', gap: 8, alignItems: 'flex-start', minBlockSize: 44, cursor: 'pointer' },
  box: { inlineSize: 20, blockSize: 20, margin: 2, flex: 'none', accentColor: token('accent') },
  focus: { outline: 'none' },
  steps: { display: 'grid', gap: 6, margin: 0, paddingInlineStart: 20 },
  group: { paddingInline: 0, marginBlock: '8px 0' },
} as const satisfies Readonly<Record<string, CSSProperties>>
