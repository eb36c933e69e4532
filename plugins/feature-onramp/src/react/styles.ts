import { brand } from '@latchkey/plugin-api'
import type { CSSProperties } from 'react'

const token = (name: string): string => `var(--${brand.elementPrefix}-${name})`

/** Set as `style`: a style sheet would have to be on the page before these views are opened. */
export const styles = {
  facts: { display: 'grid', gap: 4, margin: 0 },
  fact: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 12 },
  value: { margin: 0, minInlineSize: 0, textAlign: 'end', overflowWrap: 'anywhere' },
  total: { fontWeight: 600 },
  choices: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(9ch, 100%), 1fr))',
    gap: 8,
  },
  presets: { display: 'flex', flexWrap: 'wrap', gap: 8 },
  /** Figures that nobody promised look unlike those of a provider. */
  estimate: {
    display: 'grid',
    gap: 8,
    padding: 12,
    border: `1px dashed ${token('warning')}`,
    borderRadius: token('radius-m'),
    fontStyle: 'italic',
  },
  heading: { margin: 0, font: `600 ${token('font-size-m')}/20px ${token('font-family')}` },
  tag: {
    display: 'inline-block',
    marginInlineEnd: 2,
    paddingInline: 6,
    border: `1px solid ${token('border')}`,
    borderRadius: token('radius-s'),
    fontSize: token('font-size-s'),
    lineHeight: '16px',
  },
  wrapped: { margin: 0, overflowWrap: 'anywhere' },
  end: { display: 'block', textAlign: 'end', overflowWrap: 'anywhere' },
  headline: {
    margin: 0,
    outline: 'none',
    font: `600 ${token('font-size-l')}/24px ${token('font-family')}`,
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
} as const satisfies Readonly<Record<string, CSSProperties>>
