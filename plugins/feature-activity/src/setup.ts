import type { Json, PluginContext, Schema, Slice } from '@latchkey/plugin-api'
import type { ActivityState, Place } from './api.js'
import type { ActivityOptions } from './options.js'

/** `history`: the first pages of lists, for whoever is offline after a reload. */
export type ActivityStorage = { history: Schema<readonly Json[]> }
export type Context = PluginContext<ActivityStorage, 'activity'>
/** The plugin's own parts, which exist before the list is loaded. */
export interface Setup {
  ctx: Context
  slice: Slice<ActivityState>
  place: Place
  options: ActivityOptions
}
