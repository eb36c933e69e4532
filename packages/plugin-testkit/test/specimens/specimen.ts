import type { AnyPlugin } from '@latchkey/plugin-api'

/** A plugin that breaks one rule, by the name of the check that must notice. */
export interface Specimen {
  breaks: string
  how: string
  /** Part of what the check says. */
  says: string
  make(): AnyPlugin
}
type Row = readonly [breaks: string, how: string, says: string, make: () => unknown]
export const specimens = (rows: readonly Row[]): readonly Specimen[] =>
  rows.map(([breaks, how, says, make]) => ({ breaks, how, says, make: make as () => AnyPlugin }))
