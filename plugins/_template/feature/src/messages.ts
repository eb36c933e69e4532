import type { Catalogue } from '@latchkey/plugin-api'

/**
 * Texts by `plugin.camelCase`; a host overrides them, another language is a loader: `{ de: () =>
 * import('./de.js')... }`.
 */
export const english: Catalogue = {
  'sample-feature.title': 'Note to self',
  'sample-feature.label': 'Your note',
  'sample-feature.hint': 'Stays in this browser. {left} characters left.',
  'sample-feature.save': 'Save note',
  'sample-feature.saved': 'Note saved',
}
