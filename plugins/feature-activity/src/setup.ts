import type { PluginContext, Slice } from '@latchkey/plugin-api'
import type { ActivityState, Place } from './api.js'
import type { ActivityOptions } from './options.js'

export type Context = PluginContext<Record<never, never>, 'activity'>
/** The plugin's own parts, which exist before the list is loaded. */
export interface Setup {
  ctx: Context
  slice: Slice<ActivityState>
  place: Place
  options: ActivityOptions
}
