/** APIs of plugins by id, widened by each plugin: `interface PluginApis { swap: SwapApi }`. */
export interface PluginApis {}

/** The API of a plugin by its id; `unknown` for a plugin that does not declare one. */
export type PluginApi<Id extends string> = Id extends keyof PluginApis ? PluginApis[Id] : unknown

/** The API of a plugin that may not be installed. */
export type PeerApi<Id extends string> = PluginApi<Id> | undefined
