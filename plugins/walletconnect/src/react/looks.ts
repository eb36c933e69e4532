import type { CSSProperties } from 'react'

/** Set on the elements themselves: a sheet would have to be there before anybody opens these views. */
export const looks = {
  view: { display: 'grid', gap: 12 },
  code: { display: 'grid', justifyItems: 'center', gap: 12, textAlign: 'center' },
  headline: { margin: 0, font: '600 var(--lk-font-size-l)/24px var(--lk-font-family)', overflowWrap: 'anywhere' },
  qr: { inlineSize: 'min(100%, 280px)', blockSize: 'auto', aspectRatio: '1', borderRadius: 'var(--lk-radius-m)' },
  muted: { margin: 0, color: 'var(--lk-text-muted)', fontSize: 'var(--lk-font-size-s)', fontVariantNumeric: 'tabular-nums' },
  ways: { display: 'flex', flexWrap: 'wrap', gap: 4 },
} as const satisfies Readonly<Record<string, CSSProperties>>
