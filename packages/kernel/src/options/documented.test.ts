// docs/options.md gives the defaults that the kernel has.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { resolveOptions } from './options.js'

const page = readFileSync(new URL('../../../../docs/options.md', import.meta.url), 'utf8')
/** Rows of its tables that begin with code: first cell to second. */
const rows = new Map(
  [...page.matchAll(/^\| ([^|]*`[^|]*) \| ([^|]*) \|/gm)].flatMap(([, first = '', second = '']) =>
    [...first.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => [name, second] as const),
  ),
)
const {
  features,
  remoteFeatures,
  mobile: _,
  metadata: __,
  ...scalars
} = resolveOptions({ metadata: { name: 'x' }, plugins: [] })

it.each(Object.entries({ ...scalars, ...features, ...remoteFeatures }))(
  'The default of %s stands in docs/options.md',
  (name, value) => {
    for (const part of [value].flat()) expect(rows.get(name)).toContain(String(part))
  },
)
