import type { Observable } from '@latchkey/plugin-api'

/**
 * The API of the plugin for hosts and other plugins. A host reads it as `kernel.plugins['sample-feature']`; the view
 * gets it as its property `api`.
 */
export interface SampleFeatureApi {
  /** The note that the visitor keeps; empty where there is none. */
  state: Observable<{ readonly note: string }>
  /** Longest note, in UTF-16 units (`String.length`). */
  readonly longest: number
  /** Stores the note in this browser, cut to `longest`, and says so in a toast. */
  save(note: string): void
}
