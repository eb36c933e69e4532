import type { BackendClient } from '@latchkey/backend'
import type { Slice } from '@latchkey/plugin-api'
import type { NamesState } from './api.js'
import type { NamesContext, NamesOptions } from './options.js'

/** The plugin's own parts, which exist before the rest is loaded. */
export interface NamesSetup {
  ctx: NamesContext
  slice: Slice<NamesState>
  options: NamesOptions
  suffix: string
  /** Visitors may register a name. */
  canRegister: boolean
  /** The site's server, where it has one. */
  client(): BackendClient | undefined
}
